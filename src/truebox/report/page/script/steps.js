// How the AP of one class at the lowest IoU comes about, detection by detection.
function stepsOf(side, chosen) {
  const { score, category, outcome, overlap, truths } = side.columns;
  const rows = [];
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < score.length; i++) {
    if (category[i] !== chosen || outcome[i] === 2) continue;
    if (outcome[i] === 1) positives++;
    else negatives++;
    rows.push({ score: score[i], right: outcome[i] === 1, overlap: overlap[i], precision: positives / (positives + negatives), recall: truths[chosen] ? positives / truths[chosen] : 0 });
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

function drawSteps() {
  const chosen = Number(byId("step-class").value);
  if (!classes.length) return;
  const side = sides[state.side];
  const rows = stepsOf(side, chosen);
  const recalls = side.precision.recalls;
  const values = sampled(rows, recalls);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const truths = side.columns.truths[chosen];
  fill(byId("step-words"), truths
    ? `${whole(truths)} truths count. ${whole(rows.length)} detections, most confident first: each is right when it takes a free truth of its class with an IoU of at least ${side.columns.iou}. After each, precision is the share that is right, recall the share of truths found. Precision is made never to rise again from the right (the envelope), read at ${recalls.length} recalls and averaged: ${fraction(mean, 4)}. The AP of the class averages this over all IoU thresholds: ${fraction(side.perClass[chosen].metrics.AP, 4)}.`
    : "No truth of this class counts, so its AP is undefined and left out of the mean.");
  fill(byId("step-table").tHead, element("tr", {}, ...["#", "Score", "IoU", "", "Precision", "Recall", "Envelope"].map((title) => element("th", { scope: "col" }, title))));
  fill(byId("step-table").tBodies[0], ...rows.slice(0, MOST_STEPS).map((row, i) => element("tr", {}, element("td", {}, i + 1), element("td", {}, row.score.toFixed(4)), element("td", {}, row.right ? row.overlap.toFixed(3) : ""), element("td", { class: row.right ? "good" : "bad" }, row.right ? "right" : "false"), element("td", {}, fraction(row.precision)), element("td", {}, fraction(row.recall)), element("td", {}, fraction(row.envelope)))), rows.length > MOST_STEPS ? element("tr", {}, element("td", { colspan: 7 }, `… ${whole(rows.length - MOST_STEPS)} more`)) : "");
  draw("chart-steps", [
    { x: rows.map((row) => row.recall), y: rows.map((row) => row.precision), mode: "lines", name: "precision", line: { color: colour("--soft"), width: 1 } },
    { x: recalls, y: values, mode: "lines", name: "envelope at the recalls", line: { color: sideColour(state.side), shape: "hv" } },
  ], layout("recall", "precision", { xaxis: { range: [0, 1.01] }, yaxis: { range: [0, 1.02] } }));
}
