// Runs the built command beside what is tried, and knows the cases.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const folder = process.env.URLSET_DEMO_FOLDER;
const program = process.env.URLSET_DEMO_COMMAND;
if (!folder || !program) throw new Error("run `cargo xtask demo --check`");

const desk = mkdtempSync(join(tmpdir(), "urlset-demo-"));
process.on("exit", () => rmSync(desk, { recursive: true, force: true }));

// Writes a file of its own; gives its path.
export function written(name, bytes) {
  const path = join(mkdtempSync(join(desk, "f")), name);
  writeFileSync(path, bytes);
  return path;
}

// What the command writes to standard output.
export function run(...words) {
  const ran = spawnSync(program, words, { maxBuffer: 1 << 30, env: { PATH: process.env.PATH, NO_COLOR: "1" } });
  if (ran.error) throw ran.error;
  return ran;
}

// The report of a check of these files.
export function checked(paths, ...flags) {
  return JSON.parse(run("check", ...paths, "--follow", "none", "--json", ...flags).stdout);
}

// The report of a conversion, and what it wrote; `bytes` is undefined where that is nothing.
export function converted(paths, to, ...flags) {
  const out = join(mkdtempSync(join(desk, "o")), "out");
  const ran = run("convert", ...paths, "--follow", "none", "-t", to, "-o", out, "--json", ...flags);
  const report = JSON.parse(ran.stdout);
  let bytes;
  try {
    bytes = readFileSync(out);
  } catch {
    bytes = undefined;
  }
  return { report, bytes };
}

// All inputs under tests/cases.
export function cases(root = "tests/cases") {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && (file.name.startsWith("input.") || file.name === "robots.txt"))
    .map((file) => join(file.parentPath ?? file.path, file.name))
    .filter((path) => !path.includes("parquet"))
    .sort();
}
