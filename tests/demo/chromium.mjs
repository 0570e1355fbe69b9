// Drives a headless Chromium over a pipe (Chrome DevTools Protocol), and serves the page to it.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
  + "--disable-component-update --disable-sync --disable-dev-shm-usage --remote-debugging-pipe";

const KINDS = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

// Serves a folder; `asked` lists the paths that were asked for.
export async function serve(folder) {
  const asked = [];
  // What is sent behind a file; whether nobody is served any more.
  const state = { asked, planted: {}, isDown: false };
  const server = createServer(({ url, socket }, response) => {
    if (state.isDown) return socket.destroy();
    asked.push(url);
    const name = url === "/" ? "index.html" : url.slice(1);
    try {
      const body = readFileSync(join(folder, name.replaceAll("/", "")));
      const kind = { "content-type": KINDS[extname(name)] ?? "text/plain" };
      response.writeHead(200, kind).end(Buffer.concat([body, Buffer.from(state.planted[name] ?? "")]));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
}

// A browser with one page. `said` is what its console says, `loaded` every address that was loaded or refused.
export class Browser {
  said = [];
  loaded = [];
  #waiting = new Map();
  #last = 0;
  #rest = "";

  static async begin() {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "urlset-chromium-"));
    browser.process = spawn("chromium", [...FLAGS.split(" "), `--user-data-dir=${browser.profile}`],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.process.stdio[4].on("data", (data) => browser.#take(data));
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    browser.session = sessionId;
    for (const domain of ["Page", "Runtime", "Network", "Log", "DOM", "Accessibility"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  async end() {
    const gone = new Promise((resolve) => this.process.on("exit", resolve));
    await this.send("Browser.close", {}, null);
    await gone;
    try {
      rmSync(this.profile, { recursive: true, force: true, maxRetries: 10 });
    } catch {
      // Processes of the browser may end after it and write a last time: it is a temporary folder.
    }
  }

  send(method, params = {}, sessionId = this.session) {
    const id = ++this.#last;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
  }

  #take(data) {
    const parts = (this.#rest + data).split("\0");
    this.#rest = parts.pop();
    for (const part of parts) this.#hear(JSON.parse(part));
  }

  #hear({ id, result, error, method, params }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting && error) waiting.reject(new Error(`${waiting.method}: ${error.message}`));
    waiting?.resolve(result);
    if (method === "Network.requestWillBeSent") this.loaded.push(params.request.url);
    if (method === "Log.entryAdded") this.said.push(params.entry.text);
    if (method === "Runtime.consoleAPICalled") this.said.push(params.args.map(({ value }) => value).join(" "));
    if (method === "Runtime.exceptionThrown") this.said.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
  }

  async go(url) {
    await this.send("Page.navigate", { url });
    await this.until("document.getElementById('status')?.textContent === 'Ready.'");
  }

  // The value of an expression on the page.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true, allowUnsafeEvalBlockedByCSP: false });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  async until(expression, most = 30_000) {
    const end = Date.now() + most;
    while (!(await this.value(expression))) {
      if (Date.now() > end) throw new Error(`never: ${expression}; the console says: ${this.said.join(" | ")}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // Chooses files, as a person does.
  async choose(paths) {
    await this.#fresh(async () => {
      const { result } = await this.send("Runtime.evaluate", { expression: "document.getElementById('choose').value = ''; document.getElementById('choose')" });
      await this.send("DOM.setFileInputFiles", { files: paths, objectId: result.objectId });
    });
  }

  // Drops files on the middle of the page.
  async drop(paths) {
    await this.#fresh(async () => {
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"]) {
        await this.send("Input.dispatchDragEvent", { type, x: 200, y: 300, data });
      }
    });
  }

  // Saves the document that is offered; gives its bytes.
  async save() {
    const folder = mkdtempSync(join(this.profile, "saved-"));
    await this.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder }, null);
    await this.value("document.getElementById('download').click()");
    for (let turn = 0; turn < 500; turn++) {
      const [name] = readdirSync(folder).filter((name) => !name.endsWith(".crdownload") && !name.startsWith("."));
      if (name) return readFileSync(join(folder, name));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("nothing was saved");
  }

  // What it shows after this has an end.
  async #fresh(act) {
    await this.value("document.getElementById('status').textContent = ''");
    await act();
    await this.until("document.getElementById('status').textContent !== '' || !document.getElementById('fault').hidden");
  }

  async picture() {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }
}
