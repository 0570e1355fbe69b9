// Shows what was found: each rule once, with what there is to say about it and the places.

import { counted, element, number, shown } from "./elements.js";

// Places of one rule that are shown.
export const SHOWN = 100;

const WEIGHTS = ["error", "warning", "note"];

// Fills a part of the page with the rules of a report; `explain` gives what there is to say of one.
export function showFindings(part, report, explain) {
  const rules = [...report.rules].sort(
    (a, b) => WEIGHTS.indexOf(a.severity) - WEIGHTS.indexOf(b.severity) || b.found - a.found);
  const several = report.inputs.length > 1;
  const items = rules.map((rule) => {
    const findings = report.findings.filter((finding) => finding.rule === rule.rule);
    return ruleOf(rule, findings, several, explain);
  });
  part.replaceChildren(...(items.length > 0 ? items : [element("p", {}, "None.")]));
}

function ruleOf(rule, findings, several, explain) {
  const summary = element("summary", {},
    element("span", { class: `weight ${rule.severity}` }, rule.severity), " ",
    element("strong", {}, findings[0]?.message ?? rule.rule), " ",
    element("span", { class: "soft" }, `${rule.rule}, ${number(rule.found)}×`));
  const details = element("details", { class: "rule", "data-rule": rule.rule, "data-found": rule.found }, summary);
  // The places of a rule are made when somebody opens it: there may be thousands on a page.
  details.addEventListener("toggle", async () => {
    if (!details.open || details.childElementCount > 1) return;
    const about = element("div", { class: "about" });
    details.append(about, ...places(findings, several));
    if (rule.found > findings.length) {
      details.append(element("p", { class: "soft" },
        `and ${number(rule.found - findings.length)} more; the command shows all of them`));
    }
    about.append(...explained(await explain(rule.rule), findings));
  });
  return details;
}

function explained(rule, findings) {
  if (!rule) return [];
  const help = findings[0]?.help || rule.help;
  const weights = Object.entries(rule.profiles).filter(([, weight]) => weight);
  const term = (name, ...text) => [element("dt", {}, name), element("dd", {}, ...text)];
  const terms = [
    ...term("What to do", help),
    ...term("Source", rule.source),
    ...(weights.length > 0 ? term("Weight", weights.map(([name, weight]) => `${name}: ${weight}`).join(", ")) : []),
    ...(rule.example ? term("Example", element("code", {}, rule.example)) : []),
  ];
  return [element("dl", {}, ...terms)];
}

function places(findings, several) {
  const heads = [...(several ? ["File"] : []), "Line", "Column", "What", "Entry"];
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)));
  const rows = findings.map((finding) => element("tr", {},
    ...(several ? [element("td", {}, shown(finding.path))] : []),
    element("td", {}, finding.line ? number(finding.line) : "–"),
    element("td", {}, finding.column ? number(finding.column) : "–"),
    element("td", {}, shown(finding.detail), ...otherPlace(finding)),
    element("td", {}, shown(finding.loc))));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  const region = { class: "scroll", tabindex: "0", role: "region", "aria-label": "Places" };
  return [element("div", region, table)];
}

function otherPlace({ other }) {
  if (!other) return [];
  const at = other.line ? `, line ${number(other.line)}` : "";
  return [element("div", { class: "soft" }, "other place: ", shown(other.path), at)];
}

// `2 errors, no warning, 1 note`
export function weights(totals) {
  return WEIGHTS.map((name) => (totals[name] > 0 ? counted(totals[name], name) : `no ${name}`)).join(", ");
}
