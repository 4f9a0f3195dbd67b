// The numbers at a score, and the curves against it.
function drawAtScore() {
  const now = countsAt(sides[state.side], state.score);
  const chosen = state.chosen === null ? now.overall : now.perClass[state.chosen];
  const { truePositives, falsePositives, ignored, missed } = chosen;
  const counts = { "Detections kept": truePositives + falsePositives + ignored, "True positives": truePositives, "False positives": falsePositives, Ignored: ignored, Missed: missed };
  fill(byId("at-score"), card("Precision", fraction(chosen.precision)), card("Recall", fraction(chosen.recall)), card("F1", fraction(chosen.f1)), ...Object.entries(counts).map(([name, count]) => card(name, whole(count))));
  fill(byId("at-score-note"), `Of ${ofClass()}${many ? ` in ${sides[state.side].letter}` : ""}, ${data.distances ? "within" : "at"} ${limitText(sides[state.side].columns.iou)}${data.distances ? "" : " and up"}: detections kept are true positives, false positives and ignored ones; ${whole(chosen.truths)} truths are found by a true positive or missed.`);
}

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
    draw("chart-confidence", [...traces, ...others], layout("score", "", { yaxis: { range: [0, 1.02], fixedrange: true }, xaxis: { range: [LOWEST_SCORE, HIGHEST_SCORE], fixedrange: true }, shapes: [scoreLine()], dragmode: false }), label);
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

// Overlaps from which a detection is right, and the one of the slider.
const ious = iousOf(sides[0]);
const chosenIou = () => ious[state.iou];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
// Precision at the recalls, of the mean over the classes or of the chosen one; null where there is no truth.
const precisionOf = (side, iou) => (state.chosen === null ? side.precision.mean[iou] : classCurve(side, iou, state.chosen));

// The AP of a result at each overlap, as Python counts it: of all, or of the chosen class.
function drawIous() {
  whenSeen("chart-ious", () => {
    const ap = (side, iou) => side.precision.ap[iou][state.chosen === null ? 0 : state.chosen + 1];
    const traces = sides.map((side, index) => ({ x: ious.map(Number), y: ious.map((iou) => ap(side, iou)), name: side.letter, mode: "lines+markers", line: { color: sideColour(index) }, marker: { size: ious.map((_, place) => (state.curves !== "every" && place === state.iou ? 12 : 6)) } }));
    draw("chart-ious", traces, layout(data.distances ? "distance in m" : MEASURE, "AP", { showlegend: many, yaxis: { range: [0, 1.02] } }), `AP of ${ofClass()} against the ${LIMIT} from which a detection is right: ${ious.map((iou, i) => `${iou}: ${fraction(traces[0].y[i])}`).join(", ")}.`, (event) => setIou(event.points[0].pointIndex));
    fill(byId("ious-caption"), `AP at each ${LIMIT}, ${ofClass()}: the mean of these points is the AP of the ${state.chosen === null ? "result" : "class"}. Choose a point to see its curve.`);
  });
}

// Precision against recall of every class of the shown result; of many, only the chosen one stands out.
const MOST_NAMED = 12;
function everyClass() {
  const side = sides[state.side];
  const held = classes.flatMap((_, place) => {
    const row = classCurve(side, chosenIou(), place);
    return row ? [[place, row]] : [];
  });
  const crowd = held.length > MOST_NAMED;
  const faint = Math.min(0.45, Math.max(0.08, 20 / held.length)); // of hundreds, where most of them run is seen
  return held.map(([place, row]) => {
    const own = place === state.chosen;
    return { x: side.precision.recalls, y: row, name: literal(className(place)), mode: "lines", line: { width: own ? 3.5 : 1.2, ...(own ? { color: colour("--accent") } : crowd ? { color: colour("--soft") } : {}) }, opacity: own || (!crowd && state.chosen === null) ? 1 : faint, hovertemplate: "%{fullData.name}<br>recall %{x}, precision %{y:.3f}<extra></extra>" };
  });
}

function curvesOfSides() {
  const shown = state.curves === "every" ? ious : [chosenIou()];
  return sides.flatMap((side, index) => shown.flatMap((iou, place) => {
    const row = precisionOf(side, iou);
    const part = place / Math.max(1, shown.length - 1);
    return row ? [{ x: side.precision.recalls, y: row, name: many && shown.length === 1 ? side.letter : `${named(side)}${limitText(iou)}`, mode: "lines", line: { color: sideColour(index), width: 2.2 - part }, opacity: 1 - 0.7 * part }] : [];
  }));
}

function drawRecall() {
  whenSeen("chart-recall", () => {
    const every = state.curves === "classes";
    const traces = every ? everyClass() : curvesOfSides();
    const of = every ? `every class${many ? ` in ${sides[state.side].letter}` : ""}` : state.chosen === null ? "mean over the classes" : ofClass();
    const at = state.curves === "every" ? `every ${LIMIT}` : limitText(chosenIou());
    const narrow = byId("chart-recall").clientWidth < 480;
    const letters = !every && state.curves === "one";
    const showlegend = (every ? traces.length <= MOST_NAMED : traces.length > 1) && (letters || !(narrow && traces.length > 4));
    const legend = narrow || letters || !showlegend ? {} : { legend: { orientation: "v", x: 1.02, y: 1 }, margin: { l: 55, r: 95, t: 10, b: 45 } };
    draw("chart-recall", traces, layout("recall", "precision", { showlegend, xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] }, ...legend }), `Precision against recall, ${of}, at ${at}: ${traces.length} curves.`);
    fill(byId("recall-caption"), traces.length ? `Precision against recall, ${of}, at ${at}: the area under ${traces.length > 1 ? "each" : "it"} is the AP there.` : `No curve, ${of}: there is no truth to find.`);
  });
}

// The slider has a place for each overlap; its value is said in words.
function showIou() {
  const slider = byId("recall-iou");
  slider.value = state.iou;
  slider.disabled = state.curves === "every";
  slider.setAttribute("aria-valuetext", limitText(chosenIou()));
  byId("recall-of").value = state.curves;
  fill(byId("recall-iou-value"), state.curves === "every" ? `${ious[0]} to ${ious.at(-1)}` : chosenIou());
}

function drawAtIou() {
  showIou();
  drawRecall();
  drawIous();
}

function setIou(place) {
  state.iou = place;
  if (state.curves === "every") state.curves = "one";
  drawAtIou();
  keepAddress(false);
}

function prepareIous() {
  const words = { one: `at one ${LIMIT}`, every: `at every ${LIMIT}`, classes: `of every class, at one ${LIMIT}` };
  fill(byId("recall-of"), ...Object.entries(words).map(([value, text]) => element("option", { value }, text)));
  fill(byId("recall-iou-name"), data.distances ? "distance (m)" : MEASURE);
  byId("recall-iou").max = ious.length - 1;
}

when("begin", prepareIous);
on("recall-iou", "input", (event) => setIou(Number(event.target.value)));
on("recall-of", "change", (event) => { state.curves = event.target.value; drawAtIou(); keepAddress(false); });
when("begin side score choose", drawAtScore);
when("score", moveScoreLine);
for (const draw of [drawConfidence, drawAtIou]) when("begin side choose theme", draw);
on("score-best", "click", () => setScore((state.chosen === null ? sides[state.side].best.score : sides[state.side].bestPerClass[state.chosen]) ?? 0));
