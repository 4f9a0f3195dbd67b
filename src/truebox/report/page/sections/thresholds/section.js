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

const iousOf = (side) => Object.keys(side.precision.mean).sort((a, b) => a - b);

// The AP of a result at each overlap: the mean of its precision at the recalls.
function drawIous() {
  whenSeen("chart-ious", () => {
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const traces = sides.map((side, index) => ({ x: iousOf(side).map(Number), y: iousOf(side).map((iou) => mean(side.precision.mean[iou])), name: side.letter, mode: "lines+markers", line: { color: sideColour(index) } }));
    draw("chart-ious", traces, layout(MEASURE, "AP", { showlegend: many, yaxis: { range: [0, 1.02] } }), `AP against the ${MEASURE} from which a detection is right: ${traces[0].x.map((iou, i) => `${iou}: ${fraction(traces[0].y[i])}`).join(", ")}.`);
    fill(byId("ious-caption"), `AP at each ${MEASURE}, all classes: the mean of these points is the AP of the result.`);
  });
}

// Precision against recall of every class of the shown result, at one of the overlaps that the page holds of classes.
function everyClass(asked) {
  const table = sides[state.side].precision;
  const iou = table.perClass[asked] ? asked : Object.keys(table.perClass).sort((a, b) => a - b)[0];
  return table.perClass[iou].flatMap((row, place) => (row ? [{ x: table.recalls, y: row, name: literal(className(place)), mode: "lines", line: { width: 1.2 } }] : []));
}

function fillIous() {
  const words = (iou) => `mean over the classes, ${MEASURE} ${iou}`;
  const held = Object.keys(sides[0].precision.perClass).sort((a, b) => a - b);
  fill(byId("recall-iou"), element("option", { value: "" }, "as usual"), element("option", { value: "every" }, `every ${MEASURE}`), ...iousOf(sides[0]).map((iou) => element("option", { value: iou }, words(iou))), ...held.map((iou) => element("option", { value: `classes ${iou}` }, `every class, ${MEASURE} ${iou}`)));
}

function drawRecall() {
  whenSeen("chart-recall", () => {
    const wanted = byId("recall-iou").value;
    const traces = wanted.startsWith("classes ") ? everyClass(wanted.slice(8)) : [];
    if (!traces.length) for (const [index, side] of sides.entries()) {
      const table = side.precision;
      if (state.chosen === null) {
        const ious = Object.keys(table.mean).sort((a, b) => a - b);
        const asked = byId("recall-iou").value;
        for (const iou of ious.includes(asked) ? [asked] : many && asked !== "every" ? ious.slice(0, 1) : ious) {
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
    const of = wanted.startsWith("classes ") ? `every class${many ? ` in ${sides[state.side].letter}` : ""}` : state.chosen === null ? "mean over the classes" : ofClass();
    const narrow = byId("chart-recall").clientWidth < 480;
    const legend = narrow ? {} : { legend: { orientation: "v", x: 1.02, y: 1 }, margin: { l: 55, r: 95, t: 10, b: 45 } };
    draw("chart-recall", traces, layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] }, ...legend }), `Precision against recall, ${of}: ${traces.length} curves.`);
    fill(byId("recall-caption"), traces.length ? `Precision against recall, ${of}: the area under it is the AP at that ${MEASURE}.` : `No curve, ${of}: there is no truth to find.`);
  });
}

when("begin", fillIous);
on("recall-iou", "change", drawRecall);
when("begin theme", drawIous);
when("begin side score choose", drawAtScore);
when("score", moveScoreLine);
for (const draw of [drawConfidence, drawRecall]) when("begin side choose theme", draw);
on("score-best", "click", () => setScore((state.chosen === null ? sides[state.side].best.score : sides[state.side].bestPerClass[state.chosen]) ?? 0));
