// How the AP of one class at the lowest IoU comes about, detection by detection.
function stepsOf(side, chosen) {
  const { score, category, outcome, overlap, image, truths } = side.columns;
  const rows = [];
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < score.length; i++) {
    if (category[i] !== chosen || outcome[i] === 2) continue;
    if (outcome[i] === 1) positives++;
    else negatives++;
    rows.push({ score: score[i], right: outcome[i] === 1, overlap: overlap[i], image: image[i], precision: positives / (positives + negatives), recall: truths[chosen] ? positives / truths[chosen] : 0 });
  }
  let best = 0;
  for (let i = rows.length - 1; i >= 0; i--) { best = Math.max(best, rows[i].precision); rows[i].envelope = best; }
  return rows;
}

function sampled(rows, recalls) {
  let place = 0;
  return recalls.map((recall) => {
    while (place < rows.length && rows[place].recall < recall) place++;
    return place < rows.length ? rows[place].envelope : 0;
  });
}

const MOST_STEPS = 200;

function stepWords(side, chosen, rows, mean) {
  const truths = side.columns.truths[chosen];
  if (!truths) return "No truth of this class counts, so its AP is undefined and left out of the mean.";
  return `${whole(truths)} ${truths === 1 ? "truth counts" : "truths count"}. ${whole(rows.length)} detections, most confident first: each is a true positive when it finds a free truth of its class with an ${MEASURE} of at least ${side.columns.iou}. After each, precision is the share of true positives so far, recall the share of truths found. Precision is made never to rise again from the right (the envelope), read at ${side.precision.recalls.length} recalls and averaged: AP ${fraction(mean, 4)} at this ${MEASURE}. The AP of the class averages this over all ${MEASURE} thresholds: ${fraction(side.perClass[chosen].metrics.AP, 4)}. The AP of the result averages the classes.`;
}

function stepRow(row, i, chosen) {
  const image = gallery[row.image] ?? null;
  const look = image && button(nameOf(rawImage(image), 22), () => {
    if (row.score < state.score) setScore(row.score);
    openViewer([image], image.id, { score: row.score, place: chosen });
  });
  return element("tr", {}, cell(i + 1), cell(rounded(row.score, 4)), cell(row.right ? rounded(row.overlap, 3) : ""), cell(row.right ? "true positive" : "false positive", `text ${row.right ? "good" : "bad"}`), cell(fraction(row.precision)), cell(fraction(row.recall)), cell(fraction(row.envelope)), cell(look ?? nameOf(data.beyond[row.image - gallery.length], 22), "text"));
}

function drawSteps() {
  const { reason } = sides[state.side].errors;
  byId("step-table").closest(".pair").hidden = Boolean(reason);
  byId("step-class").closest(".tools").hidden = Boolean(reason);
  if (reason) {
    waiting.delete("step-table");
    fill(byId("step-words"), `AP is not drawn step by step: ${reason}.`);
    return;
  }
  whenSeen("step-table", () => {
    if (!classes.length) return;
    const chosen = Number(byId("step-class").value);
    const side = sides[state.side];
    const rows = stepsOf(side, chosen);
    const recalls = side.precision.recalls;
    const values = sampled(rows, recalls);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    fill(byId("step-words"), stepWords(side, chosen, rows, mean));
    fill(byId("step-table").tHead, heading(["#", "Score", MEASURE, "Outcome", "Precision", "Recall", "Envelope", "Image"], [3, 7]));
    fill(byId("step-table").tBodies[0], ...rows.slice(0, MOST_STEPS).map((row, i) => stepRow(row, i, chosen)), rows.length > MOST_STEPS ? element("tr", {}, element("td", { colspan: 8 }, `… ${whole(rows.length - MOST_STEPS)} more`)) : null);
    const step = Math.max(1, Math.floor(rows.length / 2000));
    const drawn = rows.filter((_, i) => i % step === 0 || i + 1 === rows.length);
    draw("chart-steps", [
      { x: drawn.map((row) => row.recall), y: drawn.map((row) => row.precision), mode: "lines", name: "precision", line: { color: colour("--soft"), width: 1 } },
      { x: recalls, y: values, mode: "lines", name: "envelope at the recalls", line: { color: sideColour(state.side), shape: "hv" } },
    ], layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] } }), `Precision against recall of class ${className(chosen)} at ${MEASURE} ${side.columns.iou}: AP ${fraction(mean, 4)}.`);
  });
}

fill(byId("step-class"), ...classes.map((_, place) => element("option", { value: place }, className(place))));
on("step-class", "change", drawSteps);
when("begin side theme", drawSteps);
when("choose", () => {
  if (state.chosen !== null) byId("step-class").value = state.chosen;
  drawSteps();
});
