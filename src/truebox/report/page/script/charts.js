// Charts by Plotly, in the colours of the page.
function layout(x, y, more = {}) {
  const ink = colour("--ink");
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--line") };
  return {
    margin: { l: 55, r: 15, t: 34, b: 45 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: ink, size: 12, family: "system-ui, sans-serif" },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    hovermode: "closest",
    ...more,
    xaxis: { title: { text: x }, automargin: true, ...axis, ...(more.xaxis || {}) },
    yaxis: { title: { text: y }, automargin: true, ...axis, ...(more.yaxis || {}) },
  };
}

const settings = { displayModeBar: false, responsive: true };

function draw(id, traces, shape, label, clicked = null) {
  const place = byId(id);
  charts().react(place, traces, shape, settings);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", label);
  if (clicked && !place.listening) {
    place.on("plotly_click", clicked);
    place.listening = true;
  }
  writeNumbers(place, traces, shape);
}

const MOST_NUMBERS = 21;

// The numbers of a chart as a table, for whoever does not see it; made when it is opened.
function writeNumbers(place, traces, shape) {
  const figure = place.closest("figure");
  if (!figure) return;
  let numbers = figure.querySelector("details.numbers");
  if (!numbers) {
    numbers = element("details", { class: "numbers" }, element("summary", {}, "Numbers"), element("div", { class: "scroll", tabindex: 0 }));
    numbers.addEventListener("toggle", () => numbers.open && numbers.make());
    figure.append(numbers);
  }
  numbers.make = () => {
    const number = (value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value ?? "n/a");
    const rows = traces.flatMap((trace) => {
      const step = Math.max(1, (trace.x.length - 1) / (MOST_NUMBERS - 1));
      const places = Array.from({ length: Math.min(MOST_NUMBERS, trace.x.length) }, (_, i) => Math.round(i * step));
      return places.map((i) => element("tr", {}, cell(trace.name ?? ""), cell(number(trace.x[i])), cell(number(trace.y[i]))));
    });
    fill(numbers.lastChild, element("table", {}, element("thead", {}, heading(["", shape.xaxis.title.text || "", shape.yaxis.title.text || "value"])), element("tbody", {}, ...rows)));
  };
  if (numbers.open) numbers.make();
}

const sideColour = (index) => colour(`--found-${index}`);
const named = (side) => (many ? `${side.letter} ` : "");
// Plotly reads a few tags in labels: text out of files is shown as it is.
const literal = (text) => short(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\$/g, "$\u200b");
const ofClass = () => (state.chosen === null ? "all classes" : `class ${className(state.chosen)}`);

const scoreLine = () => ({ type: "line", x0: state.score, x1: state.score, y0: 0, y1: 1, yref: "paper", line: { color: colour("--ink"), width: 2 } });

function drawConfidence() {
  whenSeen("chart-confidence", () => {
    const side = sides[state.side];
    const curve = curveOf(side, state.chosen);
    const looks = { precision: ["dash", "--good"], recall: ["dot", "--accent"], f1: ["solid", `--found-${state.side}`] };
    const traces = Object.entries(looks).map(([name, [dash, shade]]) => ({ x: curve.score, y: curve[name], name: `${named(side)}${name === "f1" ? "F1" : name}`, mode: curve.score.length < 3 ? "lines+markers" : "lines", line: { dash, color: colour(shade) } }));
    const others = sides.filter((each) => each !== side).map((each) => {
      const other = curveOf(each, state.chosen);
      return { x: other.score, y: other.f1, name: `${each.letter} F1`, mode: "lines", opacity: 0.6, line: { width: 1.5, color: sideColour(sides.indexOf(each)) } };
    });
    const best = curve.f1.reduce((top, value, i) => (value > (curve.f1[top] ?? -1) ? i : top), 0);
    const label = curve.score.length ? `Precision, recall and F1 against the score, ${ofClass()}. F1 is highest, ${fraction(curve.f1[best])}, near a score of ${fraction(curve.score[best])}.` : `No detections, ${ofClass()}.`;
    draw("chart-confidence", [...traces, ...others], layout("score", "", { yaxis: { range: [0, 1.02], fixedrange: true }, xaxis: { range: [Number(byId("score").min), Number(byId("score").max)], fixedrange: true }, shapes: [scoreLine()], dragmode: false }), label);
    makeDraggable(byId("chart-confidence"));
  });
}

function moveScoreLine() {
  if (waiting.has("chart-confidence") || !byId("chart-confidence").dragged) return;
  charts().relayout("chart-confidence", { shapes: [scoreLine()] });
}

// The line of the score follows the pointer, wherever in the chart it is put down.
function makeDraggable(place) {
  if (place.dragged) return;
  place.dragged = { on: false };
  const move = (event) => {
    const axis = place._fullLayout.xaxis;
    setScoreSoon(axis.p2d(event.clientX - place.getBoundingClientRect().left - axis._offset));
  };
  place.addEventListener("pointerdown", (event) => {
    const { xaxis, yaxis } = place._fullLayout;
    const box = place.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - xaxis._offset, event.clientY - box.top - yaxis._offset];
    if (event.button || x < -8 || x > xaxis._length + 8 || y < 0 || y > yaxis._length) return;
    place.dragged.on = true;
    place.setPointerCapture(event.pointerId);
    move(event);
  });
  place.addEventListener("pointermove", (event) => place.dragged.on && move(event));
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => { place.dragged.on = false; });
}

function drawRecall() {
  whenSeen("chart-recall", () => {
    const traces = [];
    for (const [index, side] of sides.entries()) {
      const table = side.precision;
      if (state.chosen === null) {
        const ious = Object.keys(table.mean).sort((a, b) => a - b);
        for (const iou of many ? ious.slice(0, 1) : ious) {
          const part = ious.indexOf(iou) / Math.max(1, ious.length - 1);
          traces.push({ x: table.recalls, y: table.mean[iou], name: `${named(side)}IoU ${iou}`, mode: "lines", line: { color: sideColour(index), width: 2.2 - part }, opacity: 1 - 0.7 * part });
        }
      } else {
        for (const [place, iou] of Object.keys(table.perClass).sort((a, b) => a - b).entries()) {
          const row = table.perClass[iou][state.chosen];
          if (row) traces.push({ x: table.recalls, y: row, name: `${named(side)}IoU ${iou}`, mode: "lines", line: { color: sideColour(index), dash: place ? "dash" : "solid" } });
        }
      }
    }
    const of = state.chosen === null ? "mean over the classes" : ofClass();
    const narrow = byId("chart-recall").clientWidth < 480;
    const legend = narrow ? {} : { legend: { orientation: "v", x: 1.02, y: 1 }, margin: { l: 55, r: 95, t: 10, b: 45 } };
    draw("chart-recall", traces, layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] }, ...legend }), `Precision against recall, ${of}: ${traces.length} curves.`);
    fill(byId("recall-caption"), traces.length ? `Precision against recall, ${of}: the area under it is the AP at that IoU.` : `No curve, ${of}: there is no truth to find.`);
  });
}

const ERROR_TYPES = ["class", "location", "both", "duplicate", "background", "missed"];
const errorsOf = (side) => (state.chosen === null ? side.errors : side.errors.perClass[state.chosen]);

function filterErrors(type, side) {
  setFilter({ kind: "error", error: type, side, place: state.chosen, text: `${type === "missed" ? "missed truths" : `${type} errors`}${state.chosen === null ? "" : ` of ${className(state.chosen)}`}` });
}

function drawErrors() {
  fill(byId("error-types"), ...ERROR_TYPES.map((type) => button(`${type} ${whole(errorsOf(sides[state.side]).counts[type])}`, () => filterErrors(type, state.side), { "data-error": type, "data-focus": type })));
  whenSeen("chart-errors", () => {
    const traces = sides.map((side, index) => ({
      type: "bar",
      name: side.letter,
      x: ERROR_TYPES,
      y: ERROR_TYPES.map((type) => errorsOf(side).loss[type] ?? null),
      customdata: ERROR_TYPES.map((type) => errorsOf(side).counts[type]),
      hovertemplate: "%{x}: %{y:.4f} AP, %{customdata} errors<extra></extra>",
      marker: { color: sideColour(index), pattern: { shape: ["", "/", "x", "."][index] } },
    }));
    const losses = ERROR_TYPES.map((type) => `${type} ${fraction(errorsOf(sides[state.side]).loss[type])}`).join(", ");
    draw("chart-errors", traces, layout("", "AP lost", { showlegend: many, xaxis: { type: "category" } }), `AP lost by type of error, ${ofClass()}: ${losses}.`, (event) => filterErrors(event.points[0].x, event.points[0].curveNumber));
    fill(byId("errors-caption"), `How much AP at IoU ${sides[0].columns.iou} mending all errors of one type would gain, ${ofClass()}. Choose a bar or a type to see images with that error at the score above.`);
  });
}

function drawOverlaps() {
  whenSeen("chart-overlap", () => {
    const traces = sides.map((side, index) => ({ type: "bar", name: side.letter, x: side.overlaps.counts.map((_, i) => (side.overlaps.edges[i] + side.overlaps.edges[i + 1]) / 2), y: side.overlaps.counts, opacity: many ? 0.65 : 1, marker: { color: sideColour(index) } }));
    draw("chart-overlap", traces, layout("IoU with the best truth of the class", "detections", { barmode: "overlay", bargap: 0, showlegend: many, yaxis: { type: "log" } }), "Histogram of the IoU of each detection with the best truth of its class.");
  });
}

function drawScores() {
  whenSeen("chart-scores", () => {
    const { score, outcome } = sides[state.side].columns;
    const low = Math.min(0, score[score.length - 1] ?? 0);
    const high = Math.max(1, score[0] ?? 1);
    const bins = [new Array(50).fill(0), new Array(50).fill(0)];
    for (let i = 0; i < score.length; i++) if (outcome[i] < 2) bins[outcome[i]][Math.min(49, Math.floor(((score[i] - low) / (high - low)) * 50))]++;
    const x = bins[0].map((_, i) => low + ((i + 0.5) * (high - low)) / 50);
    draw("chart-scores", [{ type: "bar", name: "true", x, y: bins[1], marker: { color: colour("--good") } }, { type: "bar", name: "false", x, y: bins[0], marker: { color: colour("--bad"), pattern: { shape: "/" } } }], layout("score", "detections", { barmode: "stack", bargap: 0 }), "Histogram of the scores of true and of false detections.");
  });
}

function drawSizes() {
  whenSeen("chart-sizes", () => {
    const traces = sides.flatMap((side, index) => ["AP", "AR"].map((key) => ({ type: "bar", name: `${named(side)}${key}`, x: side.sizes.map((row) => row.label), y: side.sizes.map((row) => row[key]), marker: { color: sideColour(index), opacity: key === "AP" ? 1 : 0.5, pattern: { shape: key === "AP" ? "" : "/" } } })));
    const rows = sides[state.side].sizes;
    const side = (area) => (area >= 1e9 ? "∞" : `${Number(Math.sqrt(area).toFixed(1))}²`);
    const words = rows.map((row) => `${row.label} (${side(row.bounds[0])} to ${side(row.bounds[1])} pixels): ${countOf(row.truths, "truth")}${row.AP === null ? `, undefined: ${row.reason}` : ""}`);
    draw("chart-sizes", traces, layout("size of the truth", "", { yaxis: { rangemode: "tozero" }, xaxis: { type: "category" } }), `AP and recall by size. ${rows.map((row) => `${row.label}: AP ${fraction(row.AP)}, AR ${fraction(row.AR)}`).join("; ")}.`);
    fill(byId("sizes-caption"), rows.length ? `AP and average recall by size: ${words.join("; ")}.` : "Sizes were not told apart in this evaluation.");
  });
}

function drawCalibration() {
  const made = sides[state.side].calibration;
  const caption = byId("calibration-caption");
  byId("chart-calibration").hidden = Boolean(made.reason);
  if (made.reason) {
    waiting.delete("chart-calibration");
    fill(caption, `No calibration: ${made.reason}.`);
    return;
  }
  fill(caption, `Reliability: of detections scored .8, are 80 % right? Detection ECE ${fraction(made.ece)}, localisation-aware ECE ${fraction(made.laece)}.`);
  whenSeen("chart-calibration", () => {
    const filled = made.count.map((count, i) => [count, i]).filter(([count]) => count).map(([, i]) => i);
    const most = Math.max(...made.count);
    draw("chart-calibration", [
      { x: [0, 1], y: [0, 1], mode: "lines", name: "as promised", line: { dash: "dot", color: colour("--soft") } },
      { x: filled.map((i) => made.mean_score[i]), y: filled.map((i) => made.precision[i]), mode: "lines+markers", name: "found", marker: { size: filled.map((i) => 5 + 12 * Math.sqrt(made.count[i] / most)) }, line: { color: sideColour(state.side) } },
    ], layout("mean score", "precision", { xaxis: { range: [0, 1] }, yaxis: { range: [0, 1.02] } }), `Precision against mean score: detection ECE ${fraction(made.ece)}.`);
  });
}

function drawAll() {
  for (const each of [drawConfidence, drawRecall, drawErrors, drawOverlaps, drawScores, drawSizes, drawCalibration, drawSteps]) each();
}
