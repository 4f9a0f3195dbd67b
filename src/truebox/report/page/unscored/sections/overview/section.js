const inWords = (key) => data.texts[key] ?? null;
const rangeOf = (side, key) => between(...(side.intervals[key] ?? [null, null])) || null;

function drawHeads() {
  fill(byId("heads"), ...sides.map((side, i) => element("div", { class: `head${many && i === state.side ? " chosen" : ""}` },
    element("p", { class: "head-name" }, ...sourceOf(side, many)),
    element("p", { class: "head-main" }, element("span", { title: inWords(data.main) }, data.main), element("b", {}, fraction(side.metrics[data.main])), element("span", { title: side.unsure }, rangeOf(side, data.main))),
    element("div", { class: "cards" },
      ...data.metrics.filter((key) => key !== data.main).map((key) => element("div", { class: "card", title: side.undefined[key] ?? inWords(key) }, element("span", {}, key), element("b", {}, fraction(side.metrics[key])), element("span", { class: "beneath" }, rangeOf(side, key)))),
      ...side.cards.map(([title, value, words]) => card(title, whole(value), words))))));
}

function drawWords() {
  const side = sides[state.side];
  fill(byId("words"), ...[...data.words, ...side.words].map((words) => element("li", {}, words)));
  const problems = byId("problems");
  problems.hidden = !side.warnings.length;
  fill(problems.querySelector("summary"), `${countOf(side.warnings.length, "thing")} said about the data`);
  fill(problems.querySelector("ul"), ...side.warnings.map((each) => element("li", {}, element("code", {}, each.code), ` ${each.message}`)));
}

function drawFacts() {
  fill(byId("overview-title"), data.protocol.title);
  fill(byId("facts"), [data.truth, inWords(data.main), data.protocol.mode, ...data.facts, data.date, `Truebox ${data.version}`].filter(Boolean).join(" · "));
  byId("gates").hidden = !data.gates.length;
  fill(byId("gates"), ...data.gates.map((gate) => element("li", { class: gate.passed ? "good" : "bad" }, `${gate.passed ? "passed" : "failed"}: ${gate.expression}${gate.value === null || gate.value === undefined ? "" : ` (${fraction(gate.value)})`}`)));
}

when("begin", drawFacts);
when("begin side", drawHeads);
when("begin side", drawWords);
