// What happens when: the score, a class, a filter, a side, the theme.
const scoreInputs = () => document.querySelectorAll("input.score");

function drawAtScore() {
  const now = countsAt(sides[state.side], state.score);
  fill(byId("at-score"), card("Precision", fraction(now.overall.precision)), card("Recall", fraction(now.overall.recall)), card("F1", fraction(now.overall.f1)), card("Detections kept", whole(now.kept)), card("Right", whole(now.overall.truePositives)), card("False", whole(now.overall.falsePositives)), card("Missed", whole(now.overall.truths - now.overall.truePositives)));
  for (const each of document.querySelectorAll("output.score")) fill(each, state.score.toFixed(3));
}

let settling = 0;

// Numbers follow at once; images, and the words for screen readers, when the score rests.
function setScore(score) {
  if (!Number.isFinite(score)) return;
  state.score = Math.min(Number(byId("score").max), Math.max(Number(byId("score").min), score));
  scoreInputs().forEach((each) => { if (each !== document.activeElement || each.type === "range") each.value = each.type === "number" ? Number(state.score.toFixed(4)) : state.score; });
  drawAtScore();
  moveScoreLine();
  drawClassTable();
  drawConfusion();
  clearTimeout(settling);
  settling = setTimeout(settle, 80);
}

function settle() {
  drawGallery();
  if (byId("viewer").open) drawViewer();
  const now = countsAt(sides[state.side], state.score).overall;
  fill(byId("said"), `Score ${state.score.toFixed(3)}: precision ${fraction(now.precision)}, recall ${fraction(now.recall)}, F1 ${fraction(now.f1)}`);
}

let frame = 0;
function setScoreSoon(score) {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => setScore(score));
}

function choose(place) {
  state.chosen = state.chosen === place ? null : place;
  state.filter = state.chosen === null ? null : { kind: "class", place, text: `with ${className(place)}` };
  state.shown = 24;
  if (state.chosen !== null) byId("step-class").value = place;
  drawClassTable();
  for (const each of [drawConfidence, drawRecall, drawErrors, drawSteps, drawGallery]) each();
  fill(byId("said"), state.chosen === null ? "All classes" : `Class ${className(place)}: curves and images are of it`);
}

function setFilter(filter) {
  state.filter = filter;
  state.shown = 24;
  if (filter && filter.side !== undefined && filter.side !== state.side) setSide(filter.side);
  else drawGallery();
  if (!filter) return;
  byId("gallery").scrollIntoView();
  byId("gallery-title").focus({ preventScroll: true });
}

function setSide(side) {
  state.side = side;
  document.querySelectorAll("[data-side]").forEach((each) => each.setAttribute("aria-pressed", Number(each.dataset.side) === side ? "true" : "false"));
  drawAtScore();
  drawClassTable();
  drawConfusion();
  drawSlices();
  drawGallery();
  drawAll();
  if (byId("viewer").open) drawViewer();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", theme === "dark" ? "true" : "false");
  drawConfusion();
  drawAll();
}

function prepareScore() {
  const scores = sides.flatMap((side) => [side.columns.score[0] ?? 1, side.columns.score[side.columns.score.length - 1] ?? 0]);
  state.score = sides[0].best.score ?? 0;
  for (const each of scoreInputs()) {
    each.max = Math.max(1, ...scores);
    each.min = Math.min(0, ...scores);
    each.value = each.type === "number" ? Number(state.score.toFixed(4)) : state.score;
    each.addEventListener("input", () => each.value !== "" && setScoreSoon(Number(each.value)));
  }
  byId("score-best").addEventListener("click", () => setScore((state.chosen === null ? sides[state.side].best.score : sides[state.side].bestPerClass[state.chosen]) ?? 0));
}

function prepareSides() {
  const group = () => sides.map((side, i) => button(side.letter, () => setSide(i), { "aria-pressed": i ? "false" : "true", "data-side": i, class: `side-${i}`, title: side.source }));
  for (const place of document.querySelectorAll(".sides")) {
    place.hidden = !many;
    if (many) place.append(...group());
  }
  for (const each of document.querySelectorAll(".only-many")) each.hidden = !many;
  if (!many) byId("gallery-order").querySelector("[value=disagree]").remove();
}

function prepareControls() {
  const on = (id, kind, does) => byId(id).addEventListener(kind, does);
  on("class-search", "input", (event) => { state.search = event.target.value; drawClassTable(); });
  on("class-export", "click", exportClasses);
  on("confusion-kind", "change", drawConfusion);
  on("gallery-order", "change", (event) => { state.order = event.target.value; drawGallery(); });
  for (const id of ["show-truth", "show-found", "show-all"]) on(id, "change", () => { state.all = byId("show-all").checked; drawGallery(); });
  on("gallery-more", "click", () => { state.shown += 24; drawGallery(); });
  on("step-class", "change", drawSteps);
  on("theme", "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  on("save-data", "click", () => save("truebox-report.json", "application/json", byId("data").textContent));
  on("viewer-close", "click", () => byId("viewer").close());
  on("viewer-next", "click", () => turn(1));
  on("viewer-previous", "click", () => turn(-1));
  on("viewer-zoom", "input", drawViewer);
  document.addEventListener("keydown", pressed);
}

// Paper is white, and shows what was not yet looked at.
function preparePrinting() {
  let theme = null;
  addEventListener("beforeprint", () => { theme = document.documentElement.dataset.theme; setTheme("light"); drawEverything(); });
  addEventListener("afterprint", () => theme && setTheme(theme));
}

function begin() {
  fill(byId("step-class"), ...classes.map((name, place) => element("option", { value: place }, name || "(no name)")));
  prepareScore();
  prepareSides();
  prepareControls();
  preparePrinting();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", dark.matches ? "true" : "false");
  for (const each of [drawOverview, drawCompared, drawAtScore, drawClassTable, drawConfusion, drawSlices, drawSuspects, drawGallery, drawAll]) each();
  document.documentElement.dataset.ready = "true";
}

begin();
// For whoever wants to look closer from the console.
window.truebox = { data, sides, state, countsAt, confusionAt, setScore, setFilter, shownImages, drawEverything };
