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

function draw(id, traces, shape, clicked = null) {
  const place = byId(id);
  Plotly.react(place, traces, shape, settings);
  if (clicked && !place.listening) {
    place.on("plotly_click", clicked);
    place.listening = true;
  }
}

const sideColour = (index) => colour(index ? "--found-b" : "--found-a");
const named = (side) => (sides.length > 1 ? `${side.letter} ` : "");
// Plotly reads a few tags in labels: text out of files is shown as it is.
const literal = (text) => short(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\$/g, "$\u200b");

function drawConfidence() {
  const traces = [];
  for (const [index, side] of sides.entries()) {
    if (sides.length > 1 && index !== state.side) continue;
    const curve = curveOf(side, state.chosen);
    for (const [name, dash] of [["precision", "dash"], ["recall", "dot"], ["f1", "solid"]]) {
      traces.push({ x: curve.score, y: curve[name], name: `${named(side)}${name === "f1" ? "F1" : name}`, mode: "lines", line: { dash, color: name === "f1" ? sideColour(index) : colour(name === "recall" ? "--accent" : "--good") } });
    }
  }
  const line = { type: "line", x0: state.score, x1: state.score, y0: 0, y1: 1, yref: "paper", line: { color: colour("--ink"), width: 1.5 } };
  draw("chart-confidence", traces, layout("score", "", { yaxis: { range: [0, 1.02] }, xaxis: { autorange: true }, shapes: [line] }), (event) => setScore(event.points[0].x));
}

function drawRecall() {
  const traces = [];
  for (const [index, side] of sides.entries()) {
    const table = side.precision;
    if (state.chosen === null) {
      const ious = Object.keys(table.mean);
      for (const iou of sides.length > 1 ? ious.slice(0, 1) : ious) {
        const part = ious.indexOf(iou) / Math.max(1, ious.length - 1);
        traces.push({ x: table.recalls, y: table.mean[iou], name: `${named(side)}IoU ${iou}`, mode: "lines", line: { color: sideColour(index), width: 2.2 - part }, opacity: 1 - 0.7 * part });
      }
    } else {
      for (const [place, iou] of Object.keys(table.perClass).entries()) {
        const row = table.perClass[iou][state.chosen];
        if (row) traces.push({ x: table.recalls, y: row, name: `${named(side)}IoU ${iou}`, mode: "lines", line: { color: sideColour(index), dash: place ? "dash" : "solid" } });
      }
    }
  }
  draw("chart-recall", traces, layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] }, legend: { orientation: "v", x: 1.02, y: 1 }, margin: { l: 55, r: 95, t: 10, b: 45 } }));
  const of = state.chosen === null ? "mean over the classes" : `class ${className(state.chosen)}`;
  fill(byId("recall-caption"), `Precision against recall, ${of}: the area under it is the AP at that IoU.`);
}

const ERROR_TYPES = ["class", "location", "both", "duplicate", "background", "missed"];

function drawErrors() {
  const traces = sides.map((side, index) => ({
    type: "bar",
    name: side.letter,
    x: ERROR_TYPES,
    y: ERROR_TYPES.map((type) => side.errors.loss[type]),
    customdata: ERROR_TYPES.map((type) => side.errors.counts[type]),
    hovertemplate: "%{x}: %{y:.4f} AP, %{customdata} errors<extra></extra>",
    marker: { color: sideColour(index), pattern: { shape: index ? "/" : "" } },
  }));
  draw("chart-errors", traces, layout("", "AP lost", { showlegend: sides.length > 1, xaxis: { type: "category" } }), (event) => {
    const point = event.points[0];
    setFilter({ kind: "error", error: point.x, side: point.curveNumber, text: `${point.x} errors` });
  });
}

function drawOverlaps() {
  const traces = sides.map((side, index) => ({ type: "bar", name: side.letter, x: side.overlaps.counts.map((_, i) => (side.overlaps.edges[i] + side.overlaps.edges[i + 1]) / 2), y: side.overlaps.counts, opacity: sides.length > 1 ? 0.65 : 1, marker: { color: sideColour(index) } }));
  draw("chart-overlap", traces, layout("IoU with the best truth of the class", "detections", { barmode: "overlay", bargap: 0, showlegend: sides.length > 1, yaxis: { type: "log" } }));
}

function drawScores() {
  const side = sides[state.side];
  const { score, outcome } = side.columns;
  const low = Math.min(0, score[score.length - 1] ?? 0);
  const high = Math.max(1, score[0] ?? 1);
  const bins = [new Array(50).fill(0), new Array(50).fill(0)];
  for (let i = 0; i < score.length; i++) if (outcome[i] < 2) bins[outcome[i]][Math.min(49, Math.floor(((score[i] - low) / (high - low)) * 50))]++;
  const x = bins[0].map((_, i) => low + ((i + 0.5) * (high - low)) / 50);
  draw("chart-scores", [{ type: "bar", name: "true", x, y: bins[1], marker: { color: colour("--good") } }, { type: "bar", name: "false", x, y: bins[0], marker: { color: colour("--bad"), pattern: { shape: "/" } } }], layout("score", "detections", { barmode: "stack", bargap: 0 }));
}

function drawCalibration() {
  const made = sides[state.side].calibration;
  const caption = byId("calibration-caption");
  if (made.reason) {
    Plotly.purge("chart-calibration");
    fill(caption, `No calibration: ${made.reason}.`);
    return;
  }
  const filled = made.count.map((count, i) => [count, i]).filter(([count]) => count).map(([, i]) => i);
  draw("chart-calibration", [
    { x: [0, 1], y: [0, 1], mode: "lines", name: "as promised", line: { dash: "dot", color: colour("--soft") } },
    { x: filled.map((i) => made.mean_score[i]), y: filled.map((i) => made.precision[i]), mode: "lines+markers", name: "found", marker: { size: filled.map((i) => 5 + 12 * Math.sqrt(made.count[i] / Math.max(...made.count))) }, line: { color: sideColour(state.side) } },
  ], layout("mean score", "precision", { xaxis: { range: [0, 1] }, yaxis: { range: [0, 1.02] } }));
  fill(caption, `Reliability: of detections scored .8, are 80 % right? Detection ECE ${fraction(made.ece)}, localisation-aware ECE ${fraction(made.laece)}.`);
}

function drawAll() {
  drawConfidence();
  drawRecall();
  drawErrors();
  drawOverlaps();
  drawScores();
  drawCalibration();
  drawSteps();
}
