// Converts, and tells everything that the other format could not hold.

import { counted, element, number, shown } from "./elements.js";
import { showFindings } from "./findings.js";

let address = null;

// Shows a conversion: the document to take along, what it lost, what was found on the way.
export function showConversion(part, findings, made, explain) {
  if (address) URL.revokeObjectURL(address);
  address = null;
  const said = [];
  const { totals } = made;
  if (made.bytes) {
    const [output] = made.outputs;
    const kind = "application/octet-stream";
    address = URL.createObjectURL(new Blob([made.bytes], { type: kind }));
    const link = element("a", { id: "download", href: address, class: "button" });
    link.download = fileName(output.path);
    link.append("Save ", shown(output.path));
    const size = `${counted(output.entries, "entry")}, ${counted(made.bytes.length, "byte")}`;
    said.push(element("p", {}, link, ` ${size}`));
  } else {
    said.push(element("p", { class: "fault" }, "Nothing was converted: ", shown(made.refused), "."));
  }
  const losses = Object.entries(made.loss);
  if (losses.length > 0) {
    const items = losses.map(([field, count]) => element("li", {}, shown(field), `: ${number(count)}`));
    said.push(element("p", {}, "The format cannot hold, and these values are not in the new file:"), element("ul", { id: "losses" }, ...items));
  } else if (made.bytes) {
    said.push(element("p", {}, "The format holds every value that was read."));
  }
  if (totals.dropped > 0 || totals.fields_dropped > 0) {
    const what = [[totals.dropped, "entry"], [totals.fields_dropped, "field"]];
    const left = what.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
    said.push(element("p", { class: "fault" }, `Left out because of what was found: ${left.join(" and ")}.`));
  }
  part.replaceChildren(...said);
  if (made.findings.length > 0) {
    showFindings(findings, made, explain);
    findings.prepend(element("h3", {}, "Found while converting"));
  } else {
    findings.replaceChildren();
  }
}

// A name that no system takes for a path.
function fileName(path) {
  return path.split(/[\/\\]/).pop().replace(/[\p{Cc}<>:"|?*]/gu, "_") || "sitemap";
}
