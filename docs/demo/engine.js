// Asks the worker, and has a new one where that was stopped or broke.

export class Engine {
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
    if (!this.#worker) {
      this.#begin();
      if (this.#files.length > 0) await this.#send("files", { list: this.#files });
    }
    return this.#send(job, data);
  }

  #begin() {
    const worker = new Worker("worker.js", { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#answer(data));
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.stop(event.message || "the page could not load all of itself");
    });
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
