// What happens when: the score, a class, a filter, a side, the theme.
function drawAtScore() {
  const now = countsAt(sides[state.side], state.score);
  const card = (name, value) => element("div", { class: "card" }, element("span", {}, name), element("b", {}, value));
  fill(byId("at-score"), card("Precision", fraction(now.overall.precision)), card("Recall", fraction(now.overall.recall)), card("F1", fraction(now.overall.f1)), card("Detections kept", whole(now.kept)), card("Right", whole(now.overall.truePositives)), card("False", whole(now.overall.falsePositives)));
  fill(byId("score-value"), state.score.toFixed(3));
}

function setScore(score) {
  state.score = Math.min(Number(byId("score").max), Math.max(Number(byId("score").min), score));
  byId("score").value = state.score;
  drawAtScore();
  drawConfidence();
  drawClassTable();
  drawConfusion();
  drawGallery();
}

function choose(place) {
  state.chosen = state.chosen === place ? null : place;
  state.filter = state.chosen === null ? null : { kind: "class", place, text: className(place) };
  if (state.chosen !== null) byId("step-class").value = place;
  drawClassTable();
  drawConfidence();
  drawRecall();
  drawSteps();
  drawGallery();
}

function setFilter(filter) {
  state.filter = filter;
  state.shown = 24;
  if (filter && filter.side !== undefined && filter.side !== state.side) setSide(filter.side);
  drawGallery();
  if (filter) byId("gallery").scrollIntoView();
}

function setSide(side) {
  state.side = side;
  byId("gallery-side").querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", i === side ? "true" : "false"));
  drawAtScore();
  drawClassTable();
  drawConfusion();
  drawSlices();
  drawGallery();
  drawAll();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", theme === "dark" ? "true" : "false");
  drawConfusion();
  drawAll();
}

function drawOverview() {
  fill(byId("about"), `${data.protocol.name} ${data.protocol.mode} · ${data.protocol.geometry} · ${whole(data.images)} images`);
  fill(byId("words"), ...data.words.map((sentence) => element("li", {}, sentence)));
  fill(byId("gates"), ...data.gates.map((gate) => element("div", { class: `gate${gate.passed ? "" : " failed"}` }, `${gate.passed ? "passed" : "failed"}: ${gate.expression} (${gate.value === null || gate.value === undefined ? "undefined" : fraction(gate.value, 4)})`)));
  fill(byId("cards"), ...sides.flatMap((side) => [element("h3", { class: "side" }, sides.length > 1 ? `${side.letter}: ${side.source}` : side.source), ...side.metrics.map((each) => element("div", { class: "card" }, element("span", {}, each.key), element("b", {}, fraction(each.value)), element("span", {}, each.value === null ? each.reason : between(each.low, each.high))))]));
  const problems = sides.flatMap((side) => side.warnings.map((each) => `${each.code} ${sides.length > 1 ? `${side.letter}: ` : ""}${each.message}`));
  byId("problems").hidden = !problems.length;
  fill(byId("problems").querySelector("summary"), `${problems.length} things to know about the data`);
  fill(byId("problems").querySelector("ul"), ...problems.map((text) => element("li", {}, text)));
  const rows = [["Command", element("code", {}, data.command || "(from Python)")], ["Truebox", data.truebox], ["Truth", data.truth.path], ["SHA-256 of the truth", element("code", {}, data.truth.sha256 || "(not a file)")], ["Protocol", `${data.protocol.name} ${data.protocol.mode}, ${data.protocol.geometry}, max detections ${data.protocol.max_detections.join(", ")}`]];
  for (const side of sides) rows.push([`Predictions${sides.length > 1 ? ` ${side.letter}` : ""}`, `${side.source} (${side.format}, ${whole(side.detections)} detections)`]);
  if (sides[0].replicates) rows.push(["Intervals", `${whole(sides[0].replicates)} replicates over images, seed ${sides[0].seed}`]);
  fill(byId("origin"), ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

function begin() {
  const scores = sides.flatMap((side) => [side.columns.score[0] ?? 1, side.columns.score[side.columns.score.length - 1] ?? 0]);
  byId("score").max = Math.max(1, ...scores);
  byId("score").min = Math.min(0, ...scores);
  state.score = sides[0].best.score ?? 0;
  byId("score").value = state.score;
  fill(byId("step-class"), ...classes.map((name, place) => element("option", { value: place }, name || "(no name)")));
  fill(byId("gallery-side"), ...(sides.length > 1 ? sides.map((side, i) => element("button", { type: "button", "aria-pressed": i ? "false" : "true", click: () => setSide(i) }, side.letter)) : []));
  let waiting = 0;
  byId("score").addEventListener("input", () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(() => setScore(Number(byId("score").value))); });
  byId("score-best").addEventListener("click", () => setScore(sides[state.side].best.score ?? 0));
  byId("class-search").addEventListener("input", (event) => { state.search = event.target.value; drawClassTable(); });
  byId("class-export").addEventListener("click", exportClasses);
  byId("confusion-kind").addEventListener("change", drawConfusion);
  byId("gallery-order").addEventListener("change", (event) => { state.order = event.target.value; drawGallery(); });
  for (const id of ["show-truth", "show-found"]) byId(id).addEventListener("change", drawGallery);
  byId("gallery-more").addEventListener("click", () => { state.shown += 24; drawGallery(); });
  byId("step-class").addEventListener("change", drawSteps);
  byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  byId("save-data").addEventListener("click", () => save("truebox-report.json", "application/json", byId("data").textContent));
  byId("viewer-close").addEventListener("click", () => byId("viewer").close());
  byId("viewer-next").addEventListener("click", () => turn(1));
  byId("viewer-previous").addEventListener("click", () => turn(-1));
  byId("viewer-zoom").addEventListener("input", drawViewer);
  document.addEventListener("keydown", (event) => { if (event.key === "j") turn(1); if (event.key === "k") turn(-1); });
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", document.documentElement.dataset.theme === "dark" ? "true" : "false");
  drawOverview();
  drawAtScore();
  drawClassTable();
  drawConfusion();
  drawSlices();
  drawGallery();
  drawAll();
  document.documentElement.dataset.ready = "true";
}

begin();
// For whoever wants to look closer from the console.
window.truebox = { data, sides, state, countsAt, confusionAt, setScore, setFilter, shownImages };
