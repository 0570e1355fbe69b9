// What happens on the page: files come, are checked, and are converted where somebody asks for it.

import { showConversion } from "./conversion.js";
import { counted, element, number, shown } from "./elements.js";
import { Engine } from "./engine.js";
import { SHOWN, showFindings, weights } from "./findings.js";

// Bytes of all files together; a page has a few hundred MiB, and the file is in it twice.
const MOST = 64 * 1024 * 1024;

// What a compressed file may become: time, not room.
const INFLATED = 1024 * 1024 * 1024;

// After how many milliseconds it is said that something is under way.
const PATIENCE = 300;

const at = (id) => document.getElementById(id);
const engine = new Engine();
const explained = new Map();
let names = [];
let turn = 0;

// Asks once for each rule.
function explain(rule) {
  if (!explained.has(rule)) explained.set(rule, engine.ask("explain", { rule }));
  return explained.get(rule).catch(() => (explained.delete(rule), null));
}

function say(text) {
  at("status").textContent = text;
}

function fault(error) {
  at("fault").hidden = !error;
  at("fault").replaceChildren(error ? shown(error) : "");
}

// What the page calls an option that urlset has words about.
const CALLED = { sitemapUrl: "The address it is served at" };

function words({ message }) {
  return message.replace(/^\w+(?=:)/, (name) => CALLED[name] ?? name);
}

// Does something that may take its time; the last one that was begun wins. Gives what came of it, `null`
// where it failed, `undefined` where something else was begun meanwhile.
async function doing(what, work) {
  const own = ++turn;
  fault("");
  at("doing").textContent = `${what} …`;
  const later = setTimeout(() => (at("busy").hidden = false), PATIENCE);
  try {
    const made = await work();
    return own === turn ? made : undefined;
  } catch (error) {
    if (own !== turn) return undefined;
    say("");
    fault(words(error));
    return null;
  } finally {
    clearTimeout(later);
    if (own === turn) at("busy").hidden = true;
  }
}

// Takes files, whatever was there before.
async function take(files) {
  if (files.length === 0) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  at("result").hidden = at("conversion").hidden = at("busy").hidden = true;
  // What is under way is of other files, and these may not be read: nothing is asked of the old ones any more.
  const own = ++turn;
  names = [];
  engine.stop();
  engine.take([]);
  if (size > MOST) {
    say("");
    fault(`${counted(size, "byte")} are more than this page takes (${number(MOST)}). `
      + "The command reads files of any size: urlset check FILE");
    return;
  }
  await doing("Reading", async () => {
    const list = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })));
    if (turn !== own + 1) return;
    engine.take(list);
    names = list.map((file) => file.name);
    await check();
  });
}

function options() {
  const address = at("address").value.trim();
  return {
    maxInput: INFLATED,
    maxFindings: SHOWN,
    ...(at("from").value ? { from: at("from").value } : {}),
    dates: at("dates").value,
    lenient: at("lenient").checked,
    ...(address && names.length === 1 ? { sitemapUrl: address } : {}),
  };
}

async function check() {
  const profile = at("profile").value + (at("news").checked ? ",news" : "");
  // What is shown is what was said of other options: it does not stand as the verdict of these.
  at("result").setAttribute("aria-busy", "true");
  const report = await doing("Checking", () => engine.ask("check", { options: { ...options(), profile } }));
  if (report === undefined) return;
  at("result").removeAttribute("aria-busy");
  if (report) show(report, profile);
  else at("result").hidden = at("conversion").hidden = true;
}

function show(report, profile) {
  const { totals, inputs } = report;
  const judged = totals.error > 0 ? "Not valid" : totals.warning > 0 ? "Valid, with warnings" : "Valid";
  const verdict = inputs.length > 0 ? judged : "Could not be read, and is not valid";
  at("verdict").textContent = `${verdict} for ${profile.replace(",", " and ")}`;
  at("verdict").className = totals.error > 0 ? "error" : totals.warning > 0 ? "warning" : "good";
  const dropped = totals.dropped > 0 ? `, ${number(totals.dropped)} more left out` : "";
  at("totals").textContent = `${counted(totals.entries, "entry")}${dropped} in ${counted(inputs.length, "file")}: ${weights(totals)}.`;
  at("totals").dataset.totals = JSON.stringify(totals);
  const rows = inputs.map((input) => element("tr", {},
    element("th", { scope: "row" }, shown(input.path)), element("td", {}, input.format), element("td", {}, input.encoding),
    element("td", { class: "number" }, number(input.entries)), element("td", { class: "number" }, number(input.bytes))));
  at("inputs").querySelector("tbody").replaceChildren(...rows);
  aside(report);
  showFindings(at("findings"), report, explain);
  at("result").hidden = false;
  at("conversion").hidden = inputs.length === 0;
  at("converted").replaceChildren();
  at("converted-findings").replaceChildren();
  say(`${at("verdict").textContent}: ${weights(totals)}.`);
}

// What the page does not do.
function aside({ inputs }) {
  const index = inputs.some((input) => input.kind === "sitemapindex");
  const said = [];
  if (index) said.push("What an index or a robots.txt names is not fetched here: drop these files, or use the command.");
  if (names.length > 1 && at("address").value) said.push("The address is that of one file; it was not used.");
  at("aside").hidden = said.length === 0;
  at("aside").textContent = said.join(" ");
}

async function convert() {
  const to = at("format").value + (at("compress").checked ? ".gz" : "");
  const isTable = ["csv", "tsv"].includes(at("format").value);
  const csvExcel = isTable && at("excel").checked;
  const made = await doing("Converting", () => engine.ask("convert", { options: { ...options(), to, csvExcel } }));
  if (made) showConversion(at("converted"), at("converted-findings"), made, explain);
}

// Files may be dropped anywhere.
function takeDrops() {
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  for (const kind of ["dragenter", "dragover"]) {
    addEventListener(kind, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      document.body.classList.add("over");
    });
  }
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("over");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("over");
    if (!hasFiles(event)) return;
    event.preventDefault();
    const folder = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    if (folder) return fault("A folder cannot be read here: drop the files in it.");
    take([...event.dataTransfer.files]);
  });
}

function listen() {
  // The same file again, changed meanwhile, is a choice too.
  at("choose").addEventListener("click", () => (at("choose").value = ""));
  at("choose").addEventListener("change", () => take([...at("choose").files]));
  at("check-paste").addEventListener("click", () => {
    const text = at("paste").value;
    if (text.trim() === "") return fault("There is no text yet.");
    take([new File([text], "pasted")]);
  });
  for (const id of ["profile", "news", "address", "from", "dates", "lenient"]) {
    at(id).addEventListener("change", () => names.length > 0 && check());
  }
  at("convert").addEventListener("click", convert);
  at("format").addEventListener("change", () => {
    at("excel-choice").hidden = !["csv", "tsv"].includes(at("format").value);
  });
  // The button goes, and the keyboard would begin again at the top of the page.
  at("stop").addEventListener("click", () => {
    engine.stop("Stopped.");
    at("choose").focus();
  });
  takeDrops();
}

async function begin() {
  listen();
  at("limit").textContent = `${MOST / 1024 / 1024} MiB`;
  const known = await doing("Loading", () => engine.ask("catalogue"));
  if (!known) return;
  const option = (value, text) => element("option", { value }, text);
  at("profile").replaceChildren(...known.profiles.map(({ name, title }) => option(name, `${name}: ${title}`)));
  at("from").append(...known.formats.filter((format) => format.read).map(({ name, title }) => option(name, `${name}: ${title}`)));
  const writable = known.formats.filter((format) => format.write);
  at("format").replaceChildren(...writable.map(({ name, title }) => option(name, `${name}: ${title}`)));
  at("format").value = "csv";
  at("version").textContent = `urlset ${known.version}`;
  say("Ready.");
}

begin();
