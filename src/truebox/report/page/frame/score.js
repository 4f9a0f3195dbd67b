// The score from which detections count, and every input that moves it.
const scores = sides.flatMap((side) => side.columns.range);
const LOWEST_SCORE = Math.min(0, ...scores);
const HIGHEST_SCORE = Math.max(1, ...scores);
const scoreInputs = () => document.querySelectorAll("input.score");
const typed = (score) => Number(score.toFixed(4));

let settling = 0;

// Numbers follow at once; images, and the words for screen readers, when the score rests.
function setScore(score) {
  if (!Number.isFinite(score)) return;
  state.score = Math.min(HIGHEST_SCORE, Math.max(LOWEST_SCORE, score));
  scoreInputs().forEach((each) => { if (each !== document.activeElement || each.type === "range") each.value = each.type === "number" ? typed(state.score) : state.score; });
  happen("score");
  clearTimeout(settling);
  settling = setTimeout(settle, 80);
}

function settle() {
  if (waits) return;
  happen("rest");
  const now = countsAt(sides[state.side], state.score).overall;
  announce(`Score ${rounded(state.score, 3)}: precision ${fraction(now.precision)}, recall ${fraction(now.recall)}, F1 ${fraction(now.f1)}`);
}

let frame = 0;
function setScoreSoon(score) {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => setScore(score));
}

function writeScore() {
  for (const each of document.querySelectorAll("output.score")) fill(each, rounded(state.score, 3));
}

function prepareScore() {
  state.score = sides[0].best.score ?? 0;
  for (const each of scoreInputs()) {
    each.max = HIGHEST_SCORE;
    each.min = LOWEST_SCORE;
    each.value = each.type === "number" ? typed(state.score) : state.score;
    each.addEventListener("input", () => each.value !== "" && setScoreSoon(Number(each.value)));
  }
}

when("begin side score", writeScore);
Object.assign(window.truebox, { setScore });
