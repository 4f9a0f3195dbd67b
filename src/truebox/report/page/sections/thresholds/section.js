// The numbers at a score, and the curves against it.
function drawAtScore() {
  const now = countsAt(sides[state.side], state.score);
  const chosen = state.chosen === null ? now.overall : now.perClass[state.chosen];
  const { truePositives, falsePositives, ignored, missed } = chosen;
  const counts = { "Detections kept": truePositives + falsePositives + ignored, "True positives": truePositives, "False positives": falsePositives, Ignored: ignored, Missed: missed };
  fill(byId("at-score"), card("Precision", fraction(chosen.precision)), card("Recall", fraction(chosen.recall)), card("F1", fraction(chosen.f1)), ...Object.entries(counts).map(([name, count]) => card(name, whole(count))));
  fill(byId("at-score-note"), `Of ${ofClass()}${many ? ` in ${sides[state.side].letter}` : ""}, at ${MEASURE} ${sides[state.side].columns.iou} and up: detections kept are true positives, false positives and ignored ones; ${whole(chosen.truths)} truths are found by a true positive or missed.`);
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

function drawRecall() {
  whenSeen("chart-recall", () => {
    const traces = [];
    for (const [index, side] of sides.entries()) {
      const table = side.precision;
      if (state.chosen === null) {
        const ious = Object.keys(table.mean).sort((a, b) => a - b);
        for (const iou of many ? ious.slice(0, 1) : ious) {
          const part = ious.indexOf(iou) / Math.max(1, ious.length - 1);
          traces.push({ x: table.recalls, y: table.mean[iou], name: `${named(side)}${MEASURE} ${iou}`, mode: "lines", line: { color: sideColour(index), width: 2.2 - part }, opacity: 1 - 0.7 * part });
        }
      } else {
        for (const [place, iou] of Object.keys(table.perClass).sort((a, b) => a - b).entries()) {
          const row = table.perClass[iou][state.chosen];
          if (row) traces.push({ x: table.recalls, y: row, name: `${named(side)}${MEASURE} ${iou}`, mode: "lines", line: { color: sideColour(index), dash: place ? "dash" : "solid" } });
        }
      }
    }
    const of = state.chosen === null ? "mean over the classes" : ofClass();
    const narrow = byId("chart-recall").clientWidth < 480;
    const legend = narrow ? {} : { legend: { orientation: "v", x: 1.02, y: 1 }, margin: { l: 55, r: 95, t: 10, b: 45 } };
    draw("chart-recall", traces, layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] }, ...legend }), `Precision against recall, ${of}: ${traces.length} curves.`);
    fill(byId("recall-caption"), traces.length ? `Precision against recall, ${of}: the area under it is the AP at that ${MEASURE}.` : `No curve, ${of}: there is no truth to find.`);
  });
}

when("begin side score choose", drawAtScore);
when("score", moveScoreLine);
for (const draw of [drawConfidence, drawRecall]) when("begin side choose theme", draw);
on("score-best", "click", () => setScore((state.chosen === null ? sides[state.side].best.score : sides[state.side].bestPerClass[state.chosen]) ?? 0));
