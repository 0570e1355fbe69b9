// The WebAssembly, in Node: what it finds and writes is what the command finds and writes. Every case with
// ALL=1, else a part of them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { cases, checked, converted, folder, written } from "./command.mjs";

const urlset = await import(join(folder, "urlset.js"));
await urlset.default({ module_or_path: readFileSync(join(folder, "urlset_bg.wasm")) });

const step = process.env.ALL ? 1 : 7;
const some = cases().filter((_, number) => number % step === 0);

// A report without what only one of the two has, and with names of files for paths.
function plain(report, paths) {
  const short = (text) => paths.reduce((text, path) => text.replaceAll(path, basename(path)), text);
  const text = JSON.stringify(report, (_, value) => (typeof value === "string" ? short(value) : value));
  const same = JSON.parse(text);
  for (const name of ["rules", "refused", "bytes"]) delete same[name];
  for (const input of same.inputs) delete input.kind;
  for (const name of ["joined", "left_out", "spilled"]) delete same.totals[name];
  // What the result is called is the user's choice there.
  delete same.outputs;
  same.findings = same.findings.filter(({ path }) => !path.endsWith("/out") && !path.startsWith("out-of-"));
  return same;
}

for (const profile of ["sitemaps.org", "google,news", "strict-xsd"]) {
  test(`checks for ${profile} are those of the command`, () => {
    for (const path of some) {
      const ours = urlset.check(readFileSync(path), basename(path), { profile });
      assert.deepEqual(plain(ours, []), plain(checked([path], "--profile", profile), [path]), path);
    }
  });
}

test("conversions are those of the command, to the byte", () => {
  const formats = ["xml", "text", "rss", "atom", "csv", "tsv", "jsonl", "jsonfeed", "robots", "xml.gz", "indexnow"];
  some.forEach((path, number) => {
    for (const to of [formats[number % formats.length], "csv"]) {
      const ours = urlset.convert(readFileSync(path), basename(path), { to });
      const theirs = converted([path], to);
      const place = `${path} to ${to}`;
      assert.equal(ours.bytes && Buffer.from(ours.bytes).toString("latin1"), theirs.bytes?.toString("latin1"), place);
      const [one, other] = [plain(ours, []), plain(theirs.report, [path])];
      const totals = ({ totals: { entries, written, dropped, fields_dropped } }) => ({ entries, written, dropped, fields_dropped });
      assert.deepEqual(totals(one), totals(other), place);
      assert.deepEqual([one.inputs, one.loss], [other.inputs, other.loss], place);
      const told = ({ findings }) => findings.filter(({ rule }) => !["file/empty", "file/too-many-urls"].includes(rule));
      assert.deepEqual(told(one), told(other), place);
    }
  });
});

test("several files are one set", () => {
  const url = (loc) => `<url><loc>https://e.com/${loc}</loc></url>`;
  const xml = (urls) => `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  const texts = { "a.xml": xml(url("a") + url("b")), "b.xml.gz": gzipSync(xml(url("b"))), "c.txt": "https://e.com/a\n" };
  const files = new urlset.Files();
  const paths = Object.entries(texts).map(([name, text]) => {
    files.add(Buffer.from(text), name);
    return written(name, text);
  });
  const ours = files.check({});
  assert.deepEqual(plain(ours, []), plain(checked(paths), paths));
  assert.ok(ours.rules.some(({ rule }) => rule === "set/duplicate-url"), JSON.stringify(ours.rules));
  const made = files.convert({ to: "jsonl" });
  assert.equal(Buffer.from(made.bytes).toString(), converted(paths, "jsonl").bytes.toString());
  files.free();
});

test("what goes wrong is an Error with words", () => {
  const bytes = new Uint8Array();
  assert.throws(() => urlset.check(bytes, "a", { profil: "bing" }), /unknown field `profil`/);
  assert.throws(() => urlset.check(bytes, "a", { profile: "altavista" }), { name: "Error" });
  assert.throws(() => urlset.convert(bytes, "a", {}), /no format to write/);
  assert.throws(() => urlset.convert(bytes, "a", { to: "parquet" }), /not one of xml/);
  for (const none of ["<urlset/>", undefined, {}, [60]]) assert.throws(() => urlset.check(none, "a.xml"), /bytes: neither/);
  assert.throws(() => urlset.check(bytes), /name: not a string/);
  assert.throws(() => urlset.check(bytes, "a", { maxFindings: NaN }), /maxFindings: not a number/);
  assert.throws(() => urlset.convert(bytes, "a", { to: "csv", now: Infinity }), /now: not a number/);
  for (const options of [7, "{}", []]) assert.throws(() => urlset.check(bytes, "a", options), /options/);
  assert.throws(() => new urlset.Files().check({}), /no files/);
  const buffer = new TextEncoder().encode("https://e.com/\n").buffer;
  assert.equal(urlset.check(buffer, "a.txt").totals.entries, 1);
  assert.equal(urlset.check(bytes, "a.xml").findings[0].rule, "file/zero-bytes");
  assert.equal(urlset.explain("loc/none"), undefined);
});

test("a bomb ends at its limit", () => {
  const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  const bomb = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(100 << 20, 0x20)]));
  const { findings } = urlset.check(bomb, "bomb.xml.gz", {});
  assert.ok(findings.some(({ rule, lost }) => rule === "file/gzip-bomb" && lost === "rest"), JSON.stringify(findings));
  const small = urlset.check(bomb, "bomb.xml.gz", { maxInput: 1 << 20 });
  assert.ok(small.findings.some(({ detail }) => detail === "more than 1048576 bytes, `--max-input`"), JSON.stringify(small.findings));
});
