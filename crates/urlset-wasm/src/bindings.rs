//! The same for JavaScript: bytes and plain objects in, plain objects out. Whatever goes wrong is an
//! `Error` with words.

use crate::{File, Options, Refused};
use js_sys::{ArrayBuffer, Date, JSON, Object, Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

impl From<Refused> for JsValue {
    fn from(refused: Refused) -> JsValue {
        JsError::new(&refused.0).into()
    }
}

/// A panic is a bug: it is thrown as an `Error` with its words. What was under way is lost, and the
/// module should be loaded anew.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&format!("a bug in urlset, please report it: {panic}"));
    }));
}

/// Reads options; what time it is JavaScript knows. A number that is none would be `null` in JSON, and
/// so the option would not be there.
fn options(value: &JsValue) -> Result<Options, JsValue> {
    for member in value.dyn_ref().map(Object::entries).unwrap_or_default() {
        let (name, value) = (Reflect::get_u32(&member, 0)?, Reflect::get_u32(&member, 1)?);
        if value.as_f64().is_some_and(|number| !number.is_finite()) {
            let name = name.as_string().unwrap_or_default();
            return Err(Refused(format!("{name}: not a number")).into());
        }
    }
    let json = JSON::stringify(value)?.as_string();
    let options = Options::parse(json.as_deref().unwrap_or("{}"))?;
    let now = options.now.unwrap_or((Date::now() / 1000.0) as i64);
    Ok(Options { now: Some(now), ..options })
}

/// The bytes of a file: what is something else would be taken for a file without any.
fn bytes_of(value: &JsValue) -> Result<Vec<u8>, JsValue> {
    match (value.dyn_ref::<Uint8Array>(), value.dyn_ref::<ArrayBuffer>()) {
        (Some(bytes), _) => Ok(bytes.to_vec()),
        (None, Some(buffer)) => Ok(Uint8Array::new(buffer).to_vec()),
        (None, None) => Err(Refused("bytes: neither Uint8Array nor ArrayBuffer".to_owned()).into()),
    }
}

fn name_of(value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| Refused("name: not a string".to_owned()).into())
}

fn object(json: &str) -> Result<JsValue, JsValue> {
    JSON::parse(json)
}

/// Checks one file: the report of `urlset check --json --follow none`.
///
/// # Errors
/// When there are no bytes, or options mean nothing.
#[wasm_bindgen]
pub fn check(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array | ArrayBuffer")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    how: &JsValue,
) -> Result<JsValue, JsValue> {
    let (bytes, name) = (bytes_of(bytes)?, name_of(name)?);
    object(&crate::check(&[File { name: &name, bytes: &bytes }], &options(how)?)?)
}

/// Converts one file: the report of `urlset convert --json --follow none`, with the member `bytes`,
/// which is `undefined` where `refused` says why.
///
/// # Errors
/// When there are no bytes, or options mean nothing.
#[wasm_bindgen]
pub fn convert(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array | ArrayBuffer")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    how: &JsValue,
) -> Result<JsValue, JsValue> {
    let (bytes, name) = (bytes_of(bytes)?, name_of(name)?);
    converted(&[File { name: &name, bytes: &bytes }], &options(how)?)
}

fn converted(files: &[File<'_>], options: &Options) -> Result<JsValue, JsValue> {
    let made = crate::convert(files, options)?;
    let report = object(&made.report)?;
    let bytes =
        made.bytes.map_or(JsValue::UNDEFINED, |bytes| Uint8Array::from(bytes.as_slice()).into());
    Reflect::set(&report, &"bytes".into(), &bytes)?;
    Ok(report)
}

/// Several files as one set: what stands twice is found across them, and they become one document.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files(Vec<(String, Vec<u8>)>);

#[wasm_bindgen]
impl Files {
    /// None yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds one.
    ///
    /// # Errors
    /// When there are no bytes.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array | ArrayBuffer")] bytes: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    ) -> Result<(), JsValue> {
        self.0.push((name_of(name)?, bytes_of(bytes)?));
        Ok(())
    }

    /// Checks all of them.
    ///
    /// # Errors
    /// When there are none, or options mean nothing.
    pub fn check(&self, how: &JsValue) -> Result<JsValue, JsValue> {
        object(&crate::check(&self.files(), &options(how)?)?)
    }

    /// Converts all of them to one document.
    ///
    /// # Errors
    /// When there are none, or options mean nothing.
    pub fn convert(&self, how: &JsValue) -> Result<JsValue, JsValue> {
        converted(&self.files(), &options(how)?)
    }

    fn files(&self) -> Vec<File<'_>> {
        self.0.iter().map(|(name, bytes)| File { name, bytes }).collect()
    }
}

/// Formats and profiles.
///
/// # Errors
/// Never, but for a machine that fails.
#[wasm_bindgen]
pub fn catalogue() -> Result<JsValue, JsValue> {
    object(&crate::catalogue())
}

/// All there is to say about a rule; `undefined` where there is none of this name.
///
/// # Errors
/// Never, but for a machine that fails.
#[wasm_bindgen]
pub fn explain(rule: &str) -> Result<JsValue, JsValue> {
    crate::explain(rule).map_or(Ok(JsValue::UNDEFINED), |text| object(&text))
}
