// Where the AP went: by type of error, by size, by overlap, by score.
const ERROR_TYPES = ["class", "location", "both", "duplicate", "background", "missed"];
const TYPE_MEANS = {
  class: "on a truth of another class", location: "near a truth of its class, but not near enough", both: "near a truth of another class, but not near enough",
  duplicate: "on a truth of its class that another detection found", background: "on no truth", missed: "truths that no detection finds at this score",
  untyped: "false positives to which TIDE gives no type: it looks at 100 detections of an image, and matches by itself",
};
// TIDE's misses are fewer than the missed truths: those beside an error of class or place count as that error.
const shownType = (type) => (type === "missed" ? "missed (TIDE)" : type);
const errorsOf = (side) => (state.chosen === null ? side.errors : side.errors.perClass[state.chosen]);

function filterErrors(type, side) {
  setFilter({ error: type, ...(state.chosen === null ? {} : { class: state.chosen }) }, side);
}

// What the score leaves: the types add up to the false positives, with those that have none as the last.
function drawErrorTypes() {
  const now = errorsAt(sides[state.side], state.score, state.chosen);
  const types = now.untyped ? [...ERROR_TYPES, "untyped"] : ERROR_TYPES;
  fill(byId("error-types"), ...types.map((type) => button(`${type} ${whole(now[type])}`, () => filterErrors(type, state.side), { "data-error": type, "data-focus": type, disabled: now[type] === 0, title: TYPE_MEANS[type] })));
}

function drawErrors() {
  const { reason } = sides[state.side].errors;
  byId("chart-errors").hidden = Boolean(reason);
  byId("error-types").hidden = Boolean(reason);
  if (reason) {
    waiting.delete("chart-errors");
    fill(byId("errors-caption"), `Not told apart by kind: ${reason}.`);
    return;
  }
  whenSeen("chart-errors", () => {
    const traces = sides.map((side, index) => ({
      type: "bar",
      name: side.letter,
      x: ERROR_TYPES.map(shownType),
      y: ERROR_TYPES.map((type) => errorsOf(side).loss[type] ?? null),
      customdata: ERROR_TYPES.map((type) => errorsOf(side).counts[type]),
      hovertemplate: "%{x}: %{y:.4f} AP, %{customdata} at any score<extra></extra>",
      marker: { color: sideColour(index), pattern: { shape: sides.length > 4 ? "" : ["", "/", "x", "."][index] } },
    }));
    const losses = ERROR_TYPES.map((type) => `${shownType(type)} ${fraction(errorsOf(sides[state.side]).loss[type])}`).join(", ");
    draw("chart-errors", traces, layout("", "AP lost", { showlegend: many, yaxis: upFromZero(traces.flatMap((trace) => trace.y)), xaxis: { type: "category" } }), `AP lost by type of error, ${ofClass()}: ${losses}.`, (event) => filterErrors(ERROR_TYPES[event.points[0].pointIndex], event.points[0].curveNumber));
    fill(byId("errors-caption"), `How much AP at ${MEASURE} ${sides[0].columns.iou} mending all errors of one type would gain, ${ofClass()}. Of the missed truths, "missed (TIDE)" are those that no detection of a wrong class or place would find when mended. Below, errors that the score above leaves, and all truths it misses: choose one to see its images.`);
  });
}

function drawOverlaps() {
  whenSeen("chart-overlap", () => {
    // Bars of more than two would hide each other.
    const looks = sides.length > 2 ? (index) => ({ type: "scatter", mode: "lines", line: { shape: "hvh", width: 1.5, color: sideColour(index) } }) : (index) => ({ type: "bar", opacity: many ? 0.65 : 1, marker: { color: sideColour(index) } });
    const traces = sides.map((side, index) => ({ name: side.letter, ...looks(index), x: side.overlaps.counts.map((_, i) => (side.overlaps.edges[i] + side.overlaps.edges[i + 1]) / 2), y: side.overlaps.counts }));
    draw("chart-overlap", traces, layout(`${MEASURE} with the best truth of the class`, "detections", { barmode: "overlay", bargap: 0, showlegend: many, yaxis: upByTens(traces.flatMap((trace) => trace.y)) }), `Histogram of the ${MEASURE} of each detection with the best truth of its class.`);
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
    draw("chart-scores", [{ type: "bar", name: "true positives", x, y: bins[1], marker: { color: colour("--good") } }, { type: "bar", name: "false positives", x, y: bins[0], marker: { color: colour("--bad"), pattern: { shape: "/" } } }], layout("score", "detections", { barmode: "stack", bargap: 0, yaxis: upFromZero(bins.flat()) }), "Histogram of the scores of true and of false positives.");
  });
}

function drawSizes() {
  byId("chart-sizes").hidden = !sides[state.side].sizes.length;
  if (!sides[state.side].sizes.length) {
    waiting.delete("chart-sizes");
    fill(byId("sizes-caption"), "Sizes were not told apart in this evaluation.");
    return;
  }
  whenSeen("chart-sizes", () => {
    const traces = sides.flatMap((side, index) => ["AP", "AR"].map((key) => ({ type: "bar", name: `${named(side)}${key}`, x: side.sizes.map((row) => row.label), y: side.sizes.map((row) => row[key]), marker: { color: sideColour(index), opacity: key === "AP" ? 1 : 0.5, pattern: { shape: key === "AP" ? "" : "/" } } })));
    const rows = sides[state.side].sizes;
    const side = (area) => (area >= 1e9 ? "∞" : `${Number(Math.sqrt(area).toFixed(1))}²`);
    const words = rows.map((row) => `${row.label} (${side(row.bounds[0])} to ${side(row.bounds[1])} pixels): ${countOf(row.truths, "truth")}${row.AP === null ? `, undefined: ${row.reason}` : ""}`);
    draw("chart-sizes", traces, layout("size of the truth", "", { yaxis: upFromZero(traces.flatMap((trace) => trace.y)), xaxis: { type: "category" } }), `AP and recall by size. ${rows.map((row) => `${row.label}: AP ${fraction(row.AP)}, AR ${fraction(row.AR)}`).join("; ")}.`);
    fill(byId("sizes-caption"), `AP and average recall by size: ${words.join("; ")}.`);
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

when("begin side score choose", drawErrorTypes);
when("begin side choose theme", drawErrors);
for (const draw of [drawOverlaps, drawScores, drawSizes, drawCalibration]) when("begin side theme", draw);
