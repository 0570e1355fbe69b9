// Asks the worker, and has a new one where that was stopped or broke.

async function loaded(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

// What a worker is made of, loaded once. A worker that the page makes of it begins anew without a network,
// and is under the policy of the page; one that is loaded would only be under that of its own answer.
async function parts() {
  const [glue, work, module] = await Promise.all([
    loaded("urlset.js").then((answer) => answer.text()),
    loaded("worker.js").then((answer) => answer.text()),
    loaded("urlset_bg.wasm").then(async (answer) => WebAssembly.compile(await answer.arrayBuffer())),
  ]);
  const script = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return { module, script: script(work.replace('"./urlset.js"', JSON.stringify(script(glue)))) };
}

export class Engine {
  #parts = null;
  #worker = null;
  #waiting = new Map();
  #last = 0;
  #files = [];

  // The files that the next questions are about.
  take(files) {
    this.#files = files;
    this.#worker?.terminate();
    this.#worker = null;
  }

  // Ends what is under way.
  stop(why = "stopped") {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  async ask(job, data = {}) {
    const made = await (this.#parts ??= parts()).catch((error) => {
      this.#parts = null;
      throw new Error(`the page could not load all of itself (${error.message})`);
    });
    if (!this.#worker) {
      this.#begin(made);
      if (this.#files.length > 0) await this.#send("files", { list: this.#files });
    }
    return this.#send(job, data);
  }

  #begin({ script, module }) {
    const worker = new Worker(script, { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#answer(data));
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.stop(event.message || "the worker could not begin");
    });
    worker.postMessage({ module });
    this.#worker = worker;
  }

  #send(job, data) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...data, job, id });
    });
  }

  #answer({ id, answer, error, broken }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) return waiting?.resolve(answer);
    waiting?.reject(new Error(broken ? `It broke on this file (${error}). The command may still read it.` : error));
    if (broken) this.stop(error);
  }
}
