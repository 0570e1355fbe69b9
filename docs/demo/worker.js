// The files, and the WebAssembly that looks at them, in a thread of its own: the page never waits.

import init, { Files, catalogue, explain } from "./urlset.js";

let ready = null;
let files = null;

const jobs = {
  catalogue,
  explain: ({ rule }) => explain(rule),
  files({ list }) {
    files?.free();
    files = new Files();
    for (const { name, bytes } of list) files.add(new Uint8Array(bytes), name);
  },
  check: ({ options }) => files.check(options),
  convert: ({ options }) => files.convert(options),
};

addEventListener("message", async ({ data }) => {
  // The first message brings the compiled module.
  if (data.module) {
    ready = init({ module_or_path: data.module });
    return;
  }
  try {
    await ready;
    const answer = jobs[data.job](data);
    const bytes = answer?.bytes?.buffer;
    postMessage({ id: data.id, answer }, bytes ? [bytes] : []);
  } catch (error) {
    // A trap leaves the memory of the module as it was: nothing of it is used again.
    const broken = error instanceof WebAssembly.RuntimeError || !(error instanceof Error) || /a bug in urlset/.test(error.message);
    postMessage({ id: data.id, error: String(error?.message ?? error), broken });
  }
});
