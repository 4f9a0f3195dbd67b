// The numbers at a score, and the curves against it.
function drawAtScore() {
  const now = countsAt(sides[state.side], state.score);
  fill(byId("at-score"), card("Precision", fraction(now.overall.precision)), card("Recall", fraction(now.overall.recall)), card("F1", fraction(now.overall.f1)), card("Detections kept", whole(now.kept)), card("Right", whole(now.overall.truePositives)), card("False", whole(now.overall.falsePositives)), card("Missed", whole(now.overall.truths - now.overall.truePositives)));
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

when("begin side score", drawAtScore);
when("score", moveScoreLine);
for (const draw of [drawConfidence, drawRecall]) when("begin side choose theme", draw);
on("score-best", "click", () => setScore((state.chosen === null ? sides[state.side].best.score : sides[state.side].bestPerClass[state.chosen]) ?? 0));
