//! Asks the scripts under `tests/python`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a module is there to be asked.
pub fn has(module: &str) -> bool {
    Command::new("python3")
        .args(["-c", &format!("import {module}")])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The script's answer to each document, in order.
pub fn ask(script: &str, arguments: &[&str], documents: &[&[u8]]) -> Vec<serde_json::Value> {
    let mut questions = String::new();
    for document in documents {
        questions.push_str(&base64(document));
        questions.push('\n');
    }
    let answers = run(script, arguments, questions.into_bytes());
    // An answer that is nested deeper than serde_json goes counts as none.
    let answers: Vec<serde_json::Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    assert_eq!(answers.len(), documents.len(), "{script} did not answer every document");
    answers
}

/// What the script says to this input.
pub fn run(script: &str, arguments: &[&str], input: Vec<u8>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(script);
    let mut child = Command::new("python3")
        .arg(path)
        .args(arguments)
        .env("PYTHONIOENCODING", "utf8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed for this test");
    let mut stdin = child.stdin.take().unwrap();
    // A script that answers while it is asked would block on a full pipe otherwise.
    let asking = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let asked = asking.join().unwrap();
    assert!(output.status.success() && asked.is_ok(), "{script} failed");
    String::from_utf8(output.stdout).unwrap()
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for at in 0..4 {
            out.push(if at > chunk.len() {
                '='
            } else {
                char::from(ALPHABET[(bits >> (18 - 6 * at)) as usize & 63])
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_of_every_length() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
