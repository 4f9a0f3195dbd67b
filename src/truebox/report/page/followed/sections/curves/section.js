const [WIDE, HIGH, LEFT, RIGHT, BELOW, ABOVE] = [480, 280, 40, 16, 40, 10];
const TITLES = { success: ["Success", "overlap (IoU) to be exceeded"], precision: ["Precision", "distance of centres, pixels"], normalized_precision: ["Normalised precision", "distance of centres, in sizes of the object"] };
const titleOf = (name) => TITLES[name] ?? [name, "threshold"];
const up = (value) => HIGH - BELOW - value * (HIGH - BELOW - ABOVE);

function chartOf(name) {
  const at = data.thresholds[name];
  const last = at[at.length - 1];
  const across = (value) => LEFT + (value / last) * (WIDE - LEFT - RIGHT);
  const line = (values) => values.reduce((path, value, i) => (value === null ? path : `${path}${path && values[i - 1] !== null ? "L" : "M"}${across(at[i]).toFixed(1)} ${up(value).toFixed(1)}`), "");
  const side = sides[state.side];
  const [title, below] = titleOf(name);
  const fifths = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const grid = fifths.flatMap((share) => [
    element("line", { x1: LEFT, x2: WIDE - RIGHT, y1: up(share), y2: up(share), class: "grid" }),
    element("text", { x: LEFT - 6, y: up(share) + 4, class: "tick end" }, share.toFixed(1)),
    element("text", { x: across(share * last), y: HIGH - BELOW + 18, class: "tick middle" }, last > 2 ? String(Math.round(share * last)) : (share * last).toFixed(1)),
  ]);
  const own = state.sequence === null ? [] : [element("path", { d: line(side.curvesOf[state.sequence][name]), class: `curve one side-${state.side}` })];
  const words = `${named(side)}${title} by ${below}; the numbers are in the table below`;
  return element("div", { class: "followed-chart" }, element("h3", {}, state.sequence === null ? title : `${title}, and of ${short(harmless(data.sequences[state.sequence]), 40)}`),
    element("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
      ...grid, element("text", { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 4, class: "tick middle" }, below),
      ...sides.map((each, place) => (each === side ? null : element("path", { d: line(each.curves[name]), class: `curve side-${place}` }))),
      ...own, element("path", { d: line(side.curves[name]), class: `curve chosen side-${state.side}` })));
}

// Which line is whose, the best first, with the number that the curves stand for.
function drawKey() {
  const sample = (kind) => element("svg", { viewBox: "0 0 30 10", class: "curve-key", "aria-hidden": "true" }, element("path", { d: "M1 5L29 5", class: `curve ${kind}` }));
  const best = sides.map((side, place) => [side, place]).sort(([a], [b]) => b.metrics[data.main] - a.metrics[data.main]);
  const one = state.sequence === null ? [] : [element("li", {}, sample(`one side-${state.side}`), nameOf(data.sequences[state.sequence]), ` ${fraction(sides[state.side].perSequence[state.sequence][data.main])}`)];
  fill(byId("curve-keys"), ...best.map(([side, place]) => element("li", {}, sample(`${place === state.side ? "chosen " : ""}side-${place}`), ...sourceOf(side, many), ` ${fraction(side.metrics[data.main])}`)), ...one);
}

function drawCurves() {
  const names = Object.keys(data.thresholds);
  fill(byId("charts"), ...names.map(chartOf));
  fill(byId("curve-numbers"), ...names.map((name) => element("table", {}, element("caption", {}, titleOf(name)[0]),
    element("thead", {}, heading([titleOf(name)[1], ...sides.map((side) => side.letter)])),
    element("tbody", {}, ...data.thresholds[name].map((value, i) => element("tr", {}, cell(String(Math.round(value * 1e4) / 1e4)), ...sides.map((side) => cell(fraction(side.curves[name][i])))))))));
}

when("begin side sequence", drawCurves);
when("begin side sequence", drawKey);
