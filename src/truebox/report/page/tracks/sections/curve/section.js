const PARTS = ["HOTA", "DetA", "AssA", "LocA"];
const [WIDE, HIGH, LEFT, BELOW, ABOVE] = [640, 300, 40, 40, 10];
const across = (alpha) => LEFT + alpha * (WIDE - LEFT - 10);
const up = (value) => HIGH - BELOW - value * (HIGH - BELOW - ABOVE);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function lineOf(values) {
  let path = "";
  values.forEach((value, i) => {
    if (value !== null) path += `${path && values[i - 1] !== null ? "L" : "M"}${across(data.alphas[i]).toFixed(1)} ${up(value).toFixed(1)}`;
  });
  return path;
}

function drawCurve() {
  const side = sides[state.side];
  const others = sides.filter((each) => each !== side);
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    element("line", { x1: across(0), x2: across(1), y1: up(value), y2: up(value), class: "grid" }),
    element("text", { x: LEFT - 6, y: up(value) + 4, class: "tick end" }, value.toFixed(1)),
    element("text", { x: across(value), y: HIGH - BELOW + 18, class: "tick middle" }, value.toFixed(1)),
  ]);
  fill(byId("curve-chart"), element("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${named(side)}HOTA, DetA, AssA and LocA over alpha; the numbers are in the table below` },
    ...grid,
    element("text", { x: across(0.5), y: HIGH - 4, class: "tick middle" }, "alpha"),
    ...others.map((each) => element("path", { d: lineOf(each.curve.HOTA), class: "curve other" })),
    ...PARTS.map((name) => element("path", { d: lineOf(side.curve[name]), class: `curve ${name}` })).reverse()));
  const entry = (kind, words) => element("li", {}, element("svg", { viewBox: "0 0 30 10", class: "curve-key", "aria-hidden": "true" }, element("path", { d: "M1 5L29 5", class: `curve ${kind}` })), words);
  fill(byId("curve-legend"),
    ...PARTS.map((name) => entry(name, `${named(side)}${name} ${side.curve[name].includes(null) ? "" : fraction(mean(side.curve[name]))}`)),
    ...others.map((each) => entry("other", `${each.letter} HOTA ${fraction(each.metrics.HOTA)}`)));
  const table = byId("curve-table");
  fill(table.querySelector("thead"), heading(["alpha", ...PARTS]));
  fill(table.querySelector("tbody"), ...data.alphas.map((alpha, i) => element("tr", {}, cell(alpha.toFixed(2)), ...PARTS.map((name) => cell(fraction(side.curve[name][i]))))));
}

const curveRows = () => data.alphas.flatMap((alpha, i) => sides.map((side) => [side.letter, alpha, ...PARTS.map((name) => side.curve[name][i])]));

when("begin", () => fill(byId("curve-save"), ...savers(byId("curve-chart"), () => "hota over alpha", () => [["predictions", "alpha", ...PARTS], curveRows()])));
when("begin side", drawCurve);
