// Makes elements. What comes from a file becomes text and nothing else.

// An element with attributes; what is in it is text or other elements.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// Text of a file, of which no character steers or hides what stands around it: as the command shows it.
export function shown(text) {
  const visible = [...String(text)].map((c) => {
    const code = c.codePointAt(0);
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u.test(c)
      ? `\\u{${code.toString(16)}}` : c;
  });
  return element("bdi", {}, visible.join(""));
}

export const number = (count) => Number(count).toLocaleString("en");

// `1 file`, `2 files`
export const counted = (count, noun) => {
  const many = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number(count)} ${count === 1 ? noun : many}`;
};
