// The page, in Chromium: its verdicts are those of the command, what it converts is, and nothing of a file
// leaves it or becomes more than text.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Browser, serve } from "./chromium.mjs";
import { checked, converted, folder, written } from "./command.mjs";

const skip = spawnSync("chromium", ["--version"]).error ? "there is no chromium (apt-get install chromium)" : false;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">';
const xml = (...urls) => `${head}${urls.map((url) => `<url>${url}</url>`).join("\n")}</urlset>\n`;
const page = (path, rest = "") => `<loc>https://www.example.com/${path}</loc>${rest}`;
const image = "<image:image><image:loc>https://www.example.com/a.jpg</image:loc></image:image>";

const files = {
  "clean.xml": xml(page("a", "<lastmod>2026-01-02</lastmod><priority>0.8</priority>"), page("b", image)),
  "broken.xml": xml("<loc>/a</loc>", page("b", "<lastmod>01/02/2026</lastmod>"), page("b"), "<priority>2</priority>"),
  "cut.xml": xml(page("a"), page("b")).slice(0, -40),
  "packed.xml.gz": gzipSync(xml(page("a"), page("a"))),
  "bomb.xml.gz": gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(100 << 20, 0x20)])),
  "wide.xml": Buffer.from(`\ufeff${xml(page("gr\u00f6\u00dfe")).replace("UTF-8", "UTF-16")}`, "utf16le"),
  "feed.rss": '<rss version="2.0"><channel><title>T</title><link>https://www.example.com/</link><item><title>A</title>'
    + "<link>https://www.example.com/a</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>",
  "table.csv": "url,lastmod\nhttps://www.example.com/a,2026-01-02\nhttps://www.example.com/b,soon\n",
  "index.xml": '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://www.example.com/a.xml</loc></sitemap></sitemapindex>',
  "picture.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
};
const path = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, written(name, bytes)]));

let browser, server;
before(async () => {
  if (skip) return;
  server = await serve(folder);
  browser = await Browser.begin();
  await browser.go(server.url);
});
after(async () => {
  await browser?.end();
  server?.close();
});

// Totals and rules as the page shows them.
const shownTotals = async () => JSON.parse(await browser.value("document.getElementById('totals').dataset.totals"));
const shownRules = () => browser.value("[...document.querySelectorAll('#findings .rule')].map((rule) => `${rule.dataset.rule} ${rule.dataset.found}`).sort()");

// Rules of a report and how often each was found.
function rules({ findings }) {
  const counts = new Map();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `${rule} ${count}`).sort();
}

test("verdict, totals and rules are those of the command", { skip }, async () => {
  for (const [name, file] of Object.entries(path)) {
    await (name.length % 2 ? browser.choose([file]) : browser.drop([file]));
    const report = checked([file], "--profile", "sitemaps.org");
    assert.deepEqual(await shownTotals(), report.totals, name);
    assert.deepEqual(await shownRules(), rules(report), name);
    const verdict = await browser.value("document.getElementById('verdict').textContent");
    assert.equal(/^Not valid|not valid /.test(verdict), report.totals.error > 0, `${name}: ${verdict}`);
  }
  await browser.value("document.getElementById('profile').value = 'google'; document.getElementById('news').checked = true");
  await browser.drop([path["broken.xml"], path["packed.xml.gz"]]);
  const report = checked([path["broken.xml"], path["packed.xml.gz"]], "--profile", "google,news");
  assert.deepEqual(await shownTotals(), report.totals);
  assert.deepEqual(await shownRules(), rules(report));
  await browser.value("document.getElementById('news').checked = false; document.getElementById('profile').value = 'sitemaps.org'");
});

test("a finding has its place, and what there is to say of its rule", { skip }, async () => {
  await browser.choose([path["broken.xml"]]);
  const rule = "document.querySelector('[data-rule=\"lastmod/ambiguous\"], [data-rule=\"lastmod/invalid\"]')";
  await browser.value(`${rule}.open = true`);
  await browser.until(`${rule}.querySelector('dl')`);
  const text = await browser.value(`${rule}.innerText`);
  const { line, column, help } = checked([path["broken.xml"]]).findings.find((finding) => finding.rule.startsWith("lastmod/"));
  const cells = await browser.value(`[...${rule}.querySelectorAll('td')].map((cell) => cell.innerText)`);
  assert.deepEqual(cells.slice(0, 2), [String(line), String(column)]);
  assert.ok(text.includes(help) && text.includes("What to do") && text.includes("Source"), text);
});

test("what it converts are the bytes of the command, and every loss is told", { skip }, async () => {
  for (const [name, to, packed] of [["clean.xml", "text"], ["clean.xml", "csv"], ["feed.rss", "xml"], ["table.csv", "xml", true], ["wide.xml", "jsonl"], ["broken.xml", "atom"]]) {
    await browser.drop([path[name]]);
    const theirs = converted([path[name]], packed ? `${to}.gz` : to);
    await browser.value(`document.getElementById('format').value = '${to}'; document.getElementById('compress').checked = ${Boolean(packed)}`);
    await browser.value("document.getElementById('convert').click()");
    await browser.until("document.querySelector('#download')");
    const saved = await browser.save();
    assert.equal(saved.toString("latin1"), theirs.bytes.toString("latin1"), `${name} to ${to}`);
    const losses = await browser.value("[...document.querySelectorAll('#losses li')].map((item) => item.innerText)");
    assert.deepEqual(losses, Object.entries(theirs.report.loss).map(([field, count]) => `${field}: ${count}`));
    await browser.value("document.getElementById('compress').checked = false");
  }
  await browser.drop([path["cut.xml"]]);
  await browser.value("document.getElementById('convert').click()");
  await browser.until("document.querySelector('#converted .fault')");
  assert.equal(converted([path["cut.xml"]], "csv").bytes, undefined);
});

test("dates, format and guesses are read as somebody says", { skip }, async () => {
  await browser.choose([path["broken.xml"]]);
  const set = async (id, value) => {
    await browser.value(`(() => { const field = document.getElementById('${id}');
    if (field.type === 'checkbox') field.checked = ${value === true}; else field.value = '${value}';
    document.getElementById('status').textContent = ''; field.dispatchEvent(new Event('change')); })()`);
    await browser.until("document.getElementById('status').textContent !== ''");
  };
  for (const [id, value, flags] of [["dates", "dmy", ["--dates", "dmy"]], ["lenient", true, ["--dates", "dmy", "--lenient"]], ["from", "text", ["--dates", "dmy", "--lenient", "--from", "text"]]]) {
    await set(id, value);
    assert.deepEqual(await shownTotals(), checked([path["broken.xml"]], ...flags).totals, flags.join(" "));
  }
  await set("from", "");
  await set("lenient", false);
  await set("dates", "iso");
});

test("what was said of other options does not stand", { skip }, async () => {
  await browser.choose([path["clean.xml"]]);
  const change = (id, value) => browser.value(`(() => { const field = document.getElementById('${id}');
    field.value = '${value}'; field.dispatchEvent(new Event('change')); return document.getElementById('result').ariaBusy; })()`);
  assert.equal(await change("profile", "google"), "true");
  await browser.until("!document.getElementById('result').ariaBusy");
  assert.match(await browser.value("document.getElementById('verdict').textContent"), /for google$/);
  await change("address", "sitemap.xml");
  await browser.until("!document.getElementById('fault').hidden");
  assert.equal(await browser.value("document.getElementById('fault').innerText"), "The address it is served at: not an absolute URL");
  assert.deepEqual(await browser.value("['result', 'conversion'].map((id) => document.getElementById(id).hidden)"), [true, true]);
  await change("address", "https://www.example.com/sitemap.xml");
  await browser.until("!document.getElementById('result').hidden");
  assert.equal((await shownTotals()).error, 0);
  await change("address", "");
  await change("profile", "sitemaps.org");
  await browser.until("!document.getElementById('result').ariaBusy");
});

test("text of a file stays text", { skip }, async () => {
  const evil = "<img src=x onerror=alert(1)><script>document.title='owned'</script>\u202e";
  const escaped = evil.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const file = written("<img src=x onerror=alert(2)>.xml", xml(`<loc>${escaped}</loc>`, page("a", `<lastmod>${escaped}</lastmod>`), `<loc>https://e.com/${escaped}</loc>`));
  await browser.choose([file]);
  await browser.value("for (const rule of document.querySelectorAll('.rule')) rule.open = true");
  await browser.until("[...document.querySelectorAll('.rule')].every((rule) => rule.querySelector('dl'))");
  await browser.value("document.getElementById('convert').click()");
  await browser.until("document.getElementById('converted').childElementCount > 0");
  assert.ok((await browser.value("document.body.innerText")).includes("onerror=alert(1)"));
  assert.equal(await browser.value("document.querySelectorAll('main img, main script, main iframe, main a:not(#download)').length"), 0);
  assert.notEqual(await browser.value("document.title"), "owned");
  assert.ok(!(await browser.value("document.body.textContent")).includes("\u202e"));
});

test("pasted text is checked, and what is too large is sent to the command", { skip }, async () => {
  await browser.value("document.getElementById('paste').value = 'https://www.example.com/a\\nnot an address\\n'");
  await browser.value("document.getElementById('status').textContent = ''; document.getElementById('check-paste').click()");
  await browser.until("document.getElementById('status').textContent.length > 0");
  assert.ok((await shownRules()).includes("text/non-url-line 1"));
  const large = written("large.txt", Buffer.alloc((64 << 20) + 1, 0x61));
  await browser.drop([large]);
  assert.match(await browser.value("document.getElementById('fault').innerText"), /67,108,865 bytes .* urlset check FILE/);
  assert.equal(await browser.value("document.getElementById('result').hidden"), true);
});

test("the page answers while it works, and can be stopped", { skip }, async () => {
  // This file is never read to its end: the test waits for nothing that a faster machine would have done before.
  server.planted["urlset.js"] = `
    const { add } = Files.prototype;
    Files.prototype.add = function (bytes, name) { add.call(this, bytes, name); while (name === "endless.txt"); };`;
  await browser.go(server.url);
  await browser.value(`globalThis.answered = 0; globalThis.ticker = setInterval(() => {
    if (!document.getElementById('busy').hidden && ++answered === 5) document.getElementById('stop').click(); }, 20)`);
  const { result } = await browser.send("Runtime.evaluate", { expression: "document.getElementById('choose')" });
  await browser.send("DOM.setFileInputFiles", { files: [written("endless.txt", "https://www.example.com/\n")], objectId: result.objectId });
  await browser.until("globalThis.answered >= 5");
  await browser.until("document.getElementById('busy').hidden && document.getElementById('fault').innerText === 'Stopped.'");
  await browser.value("clearInterval(ticker)");
  assert.equal(await browser.value("document.activeElement.id"), "choose");
  await browser.drop([path["clean.xml"]]);
  assert.equal((await shownTotals()).error, 0);
  server.planted = {};
  await browser.go(server.url);
});

test("nothing is loaded from elsewhere, and the policy holds", { skip }, async () => {
  const elsewhere = browser.loaded.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:") && url !== "about:blank");
  assert.deepEqual(elsewhere, []);
  const known = ["/", "/demo.css", "/demo.js", "/conversion.js", "/elements.js", "/engine.js", "/findings.js", "/icon.svg", "/urlset.js", "/urlset_bg.wasm", "/worker.js", "/favicon.ico"];
  assert.deepEqual([...new Set(server.asked)].filter((one) => !known.includes(one)), []);
  assert.deepEqual(browser.said, []);
  const blocked = await browser.value(`(async () => {
    const told = []; document.addEventListener('securitypolicyviolation', (event) => told.push(event.effectiveDirective));
    const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image);
    const script = document.createElement('script'); script.textContent = 'globalThis.ran = 1'; document.body.append(script);
    await fetch('http://127.0.0.1:9/').catch(() => {});
    try { eval('globalThis.ran = 2') } catch {}
    await new Promise((resolve) => setTimeout(resolve, 100)); image.remove(); script.remove();
    return [told.sort(), globalThis.ran === undefined]; })()`);
  assert.deepEqual(blocked, [["connect-src", "img-src", "script-src", "script-src-elem"], true]);
});

test("the policy holds in the worker, too", { skip }, async () => {
  const spy = await serve(folder);
  server.planted["urlset.js"] = `\nfetch("${server.url}planted").finally(() => fetch("${spy.url}leak", { mode: "no-cors" }));\n`;
  await browser.go(server.url);
  await browser.choose([path["clean.xml"]]);
  assert.ok(server.asked.includes("/planted"), "what was planted did not run");
  assert.deepEqual(spy.asked, []);
  spy.close();
  server.planted = {};
  await browser.go(server.url);
});

test("once it is loaded it needs no network, and a file that cannot be read is no other file", { skip }, async () => {
  server.isDown = true;
  for (const name of ["clean.xml", "table.csv", "broken.xml"]) {
    await browser.choose([path[name]]);
    assert.deepEqual(await shownTotals(), checked([path[name]], "--profile", "sitemaps.org").totals, name);
  }
  await browser.value("globalThis.kept = File.prototype.arrayBuffer; File.prototype.arrayBuffer = async () => { throw new Error('it is gone'); }");
  await browser.drop([path["clean.xml"]]);
  await browser.value("File.prototype.arrayBuffer = globalThis.kept");
  const seen = "[document.getElementById('fault').innerText, document.getElementById('result').hidden]";
  assert.deepEqual(await browser.value(seen), ["it is gone", true]);
  await browser.value("document.getElementById('profile').dispatchEvent(new Event('change'))");
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(await browser.value(seen), ["it is gone", true]);
  server.isDown = false;
});

test("keyboard, names, and every width in light and dark", { skip }, async () => {
  await browser.go(server.url);
  await browser.choose([path["broken.xml"]]);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  const operable = ["button", "checkbox", "combobox", "textbox", "link", "DisclosureTriangle"];
  const nameless = nodes.filter(({ ignored, role, name }) => !ignored && operable.includes(role?.value) && !name?.value);
  assert.deepEqual(nameless.map(({ role }) => role.value), []);
  const reached = [];
  for (let step = 0; step < 40; step++) {
    for (const type of ["keyDown", "keyUp"]) await browser.send("Input.dispatchKeyEvent", { type, key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 });
    reached.push(await browser.value("document.activeElement.id || document.activeElement.localName"));
  }
  for (const id of ["choose", "profile", "news", "address", "summary", "format", "compress", "convert"]) assert.ok(reached.includes(id), `${id}: ${reached}`);
  for (const scheme of ["light", "dark"]) {
    await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    for (const width of [320, 1280]) {
      await browser.send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
      await browser.value("for (const rule of document.querySelectorAll('.rule')) rule.open = true");
      await browser.until("[...document.querySelectorAll('.rule')].every((rule) => rule.querySelector('dl'))");
      assert.ok((await browser.value("document.documentElement.scrollWidth")) <= width, `${width}`);
      const ground = await browser.value("getComputedStyle(document.body).backgroundColor");
      assert.equal(ground, scheme === "light" ? "rgb(250, 249, 246)" : "rgb(21, 23, 26)");
      const picture = join(dirname(folder), "demo-pictures", `${scheme}-${width}.png`);
      mkdirSync(dirname(picture), { recursive: true });
      writeFileSync(picture, await browser.picture());
    }
  }
});
