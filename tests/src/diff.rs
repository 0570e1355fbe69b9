//! What differs between two dumps, line by line.

/// The lines of `got` that `wanted` lacks with `+`, those that it has beyond with `-`, in order,
/// with the lines around them left out.
pub fn diff(wanted: &str, got: &str) -> String {
    let wanted: Vec<&str> = wanted.lines().collect();
    let got: Vec<&str> = got.lines().collect();
    let mut out = String::new();
    let (mut left, mut right) = (0, 0);
    while left < wanted.len() || right < got.len() {
        match (wanted.get(left), got.get(right)) {
            (Some(a), Some(b)) if a == b => {
                left += 1;
                right += 1;
            }
            (Some(a), b) if b.is_none() || !got[right..].contains(a) => {
                line(&mut out, '-', a);
                left += 1;
            }
            (_, Some(b)) => {
                line(&mut out, '+', b);
                right += 1;
            }
            _ => break,
        }
    }
    out
}

fn line(out: &mut String, sign: char, text: &str) {
    let shown: String = text.chars().take(240).collect();
    out.push_str(&format!("    {sign} {shown}\n"));
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn only_what_differs() {
        assert_eq!(diff("a\nb\nc\n", "a\nb\nc\n"), "");
        assert_eq!(diff("a\nb\nc\n", "a\nx\nc\n"), "    - b\n    + x\n");
        assert_eq!(diff("a\n", "a\nb\n"), "    + b\n");
        assert_eq!(diff("a\nb\n", "b\n"), "    - a\n");
    }
}
