//! Makes the JavaScript around a WebAssembly module: `bindgen MODULE.wasm FOLDER`.

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &words[..] else { return Err("bindgen MODULE.wasm FOLDER".into()) };
    Bindgen::new()
        .input_path(module)
        .out_name("urlset")
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}
