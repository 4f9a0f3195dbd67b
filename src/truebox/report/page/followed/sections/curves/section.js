const [WIDE, HIGH, LEFT, BELOW, ABOVE] = [480, 280, 40, 40, 10];
const TITLES = { success: ["Success", "overlap (IoU) to be exceeded"], precision: ["Precision", "distance of centres, pixels"], normalized_precision: ["Normalised precision", "distance of centres, in sizes of the object"] };
const titleOf = (name) => TITLES[name] ?? [name, "threshold"];
const up = (value) => HIGH - BELOW - value * (HIGH - BELOW - ABOVE);

function chartOf(name) {
  const at = data.thresholds[name];
  const last = at[at.length - 1];
  const across = (value) => LEFT + (value / last) * (WIDE - LEFT - 10);
  const line = (values) => values.reduce((path, value, i) => (value === null ? path : `${path}${path && values[i - 1] !== null ? "L" : "M"}${across(at[i]).toFixed(1)} ${up(value).toFixed(1)}`), "");
  const side = sides[state.side];
  const [title, below] = titleOf(name);
  const fifths = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const grid = fifths.flatMap((share) => [
    element("line", { x1: LEFT, x2: WIDE - 10, y1: up(share), y2: up(share), class: "grid" }),
    element("text", { x: LEFT - 6, y: up(share) + 4, class: "tick end" }, share.toFixed(1)),
    element("text", { x: across(share * last), y: HIGH - BELOW + 18, class: "tick middle" }, last > 2 ? String(Math.round(share * last)) : (share * last).toFixed(1)),
  ]);
  const own = state.sequence === null ? [] : [element("path", { d: line(side.curvesOf[state.sequence][name]), class: "curve one" })];
  const words = `${named(side)}${title} by ${below}; the numbers are in the table below`;
  return element("div", { class: "followed-chart" }, element("h3", {}, state.sequence === null ? title : `${title}, and of ${data.sequences[state.sequence]}`),
    element("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
      ...grid, element("text", { x: (LEFT + WIDE - 10) / 2, y: HIGH - 4, class: "tick middle" }, below),
      ...sides.filter((each) => each !== side).map((each) => element("path", { d: line(each.curves[name]), class: "curve" })),
      ...own, element("path", { d: line(side.curves[name]), class: "curve chosen" })));
}

function drawCurves() {
  const names = Object.keys(data.thresholds);
  fill(byId("charts"), ...names.map(chartOf));
  fill(byId("curve-numbers"), ...names.map((name) => element("table", {}, element("caption", {}, titleOf(name)[0]),
    element("thead", {}, heading([titleOf(name)[1], ...sides.map((side) => side.letter)])),
    element("tbody", {}, ...data.thresholds[name].map((value, i) => element("tr", {}, cell(String(Math.round(value * 1e4) / 1e4)), ...sides.map((side) => cell(fraction(side.curves[name][i])))))))));
}

when("begin side sequence", drawCurves);
