function drawHeads() {
  fill(byId("heads"), ...sides.map((side, i) => element("div", { class: `head${many && i === state.side ? " chosen" : ""}` },
    element("p", { class: "head-name" }, ...sourceOf(side, many)),
    element("p", { class: "head-hota" }, element("span", {}, "HOTA"), element("b", {}, fraction(side.metrics.HOTA)), element("span", {}, side.low === null ? (side.unsure ? `no interval: ${side.unsure}` : "") : `95 %: ${between(side.low, side.high)}${side.unsure ? `, ${side.unsure}` : ""}`)),
    element("div", { class: "cards" },
      ...Object.keys(side.metrics).filter((key) => key !== "HOTA").map((key) => card(key, fraction(side.metrics[key]))),
      card("Switches", whole(side.switches)),
      card("Breaks", whole(side.fragmentations))))));
}

// The halves of what HOTA loses.
function drawLosses() {
  const rows = sides.map((side) => {
    const [detection, association] = side.losses;
    const total = detection + association;
    if (!(total > 1e-12)) return null;
    const percent = Math.round((100 * detection) / total);
    const bar = element("div", { class: "loss-bar", role: "img", "aria-label": `${named(side)}of what HOTA loses, ${percent} % is detection and ${100 - percent} % association` },
      element("span", { class: "loss-detection" }, percent > 14 ? `detection ${percent} %` : ""),
      element("span", { class: "loss-association" }, percent < 86 ? `association ${100 - percent} %` : ""));
    bar.children[0].style.flexGrow = percent;
    bar.children[1].style.flexGrow = 100 - percent;
    return element("div", { class: "loss" }, element("span", { class: "loss-name" }, many ? side.letter : ""), bar);
  });
  const shown = rows.filter(Boolean);
  fill(byId("losses"), shown.length ? element("p", { class: "hint" }, "Of what HOTA loses:") : null, ...shown);
}

function drawWords() {
  const side = sides[state.side];
  fill(byId("words"), ...data.words.map((words) => element("li", {}, words)), ...side.words.map((words) => element("li", {}, `${many ? `${side.letter}: ` : ""}${words}`)));
  const problems = byId("problems");
  problems.hidden = !side.warnings.length;
  fill(problems.querySelector("summary"), `${countOf(side.warnings.length, "thing")} said about the data`);
  fill(problems.querySelector("ul"), ...side.warnings.map((each) => element("li", {}, element("code", {}, each.code), ` ${each.message}`)));
}

function drawFacts() {
  fill(byId("facts"), `${data.truth} · ${data.protocol.name}, ${data.protocol.mode}, CLEAR as ${data.protocol.rules} · ${data.classes.length === 1 ? data.classes[0] : countOf(data.classes.length, "class", "classes")} · ${data.date} · Truebox ${data.version}`);
  byId("gates").hidden = !data.gates.length;
  fill(byId("gates"), ...data.gates.map((gate) => element("li", { class: gate.passed ? "good" : "bad" }, `${gate.passed ? "passed" : "failed"}: ${gate.expression}${gate.value === null || gate.value === undefined ? "" : ` (${fraction(gate.value)})`}`)));
}

when("begin", drawFacts);
when("begin", drawLosses);
when("begin side", drawHeads);
when("begin side", drawWords);
