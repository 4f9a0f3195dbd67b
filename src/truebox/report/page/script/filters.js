// Which images are shown, and in which order.
const gallery = data.gallery.images;
const [X, Y, W, H, CLASS, SCORE, ERROR, TRUTH, OVERLAP, CONFUSED] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const COUNTS = 5;
const RIGHT = 0;
const IGNORED = data.errorNames.indexOf("ignored");

const kept = (image, side) => image.detections[side].filter((found) => found[SCORE] >= state.score);
const suspicious = new Map(data.suspects.map((each, i) => [String(each.image_id), data.suspects.length - i]).reverse());
const isFalse = (found) => found[ERROR] !== RIGHT && found[ERROR] !== IGNORED;
const outcomeName = (found) => (found[ERROR] === RIGHT ? "right" : data.errorNames[found[ERROR]] === "untyped" ? "false" : data.errorNames[found[ERROR]]);

function foundTruths(image, side) {
  return new Set(kept(image, side).filter((each) => each[ERROR] === RIGHT).map((each) => each[TRUTH]));
}

// What is wrong on an image at the score: missed truths, false detections, the most confident of them.
function wrong(image, side) {
  const found = kept(image, side);
  const taken = foundTruths(image, side);
  const missed = image.truths.filter((truth, place) => truth[COUNTS] && !taken.has(place)).length;
  const bad = found.filter(isFalse);
  return { missed, false: bad.length, confident: Math.max(0, ...bad.map((each) => each[SCORE])), found: found.length };
}

// On how many truths two results differ, and by how many false detections.
function disagreement(image) {
  let most = 0;
  for (let a = 0; a < sides.length; a++) for (let b = a + 1; b < sides.length; b++) {
    const [first, second] = [foundTruths(image, a), foundTruths(image, b)];
    const apart = image.truths.filter((truth, place) => truth[COUNTS] && first.has(place) !== second.has(place)).length;
    most = Math.max(most, apart + Math.abs(wrong(image, a).false - wrong(image, b).false));
  }
  return most;
}

function passes(image) {
  const filter = state.filter;
  if (!filter) return true;
  if (filter.kind === "ids") return filter.ids.has(String(image.id));
  if (filter.kind === "class") return image.truths.some((truth) => truth[CLASS] === filter.place) || kept(image, state.side).some((found) => found[CLASS] === filter.place);
  return lit(image, filter, state.side).size > 0;
}

// The boxes that a filter speaks of: "d3" is the fourth detection, "t3" the fourth truth.
function lit(image, filter, side) {
  const marked = new Set();
  if (!filter) return marked;
  const found = kept(image, side);
  const own = (row) => filter.place === null || filter.place === undefined || row[CLASS] === filter.place;
  if (filter.kind === "error" && filter.error === "missed") {
    const taken = foundTruths(image, side);
    image.truths.forEach((truth, i) => truth[COUNTS] && own(truth) && !taken.has(i) && marked.add(`t${i}`));
  } else if (filter.kind === "error") found.forEach((each, i) => data.errorNames[each[ERROR]] === filter.error && own(each) && marked.add(`d${i}`));
  if (filter.kind === "class") {
    image.truths.forEach((truth, i) => own(truth) && marked.add(`t${i}`));
    found.forEach((each, i) => own(each) && marked.add(`d${i}`));
  }
  if (filter.kind !== "cell") return marked;
  const paired = new Set(found.map((each) => each[CONFUSED]));
  if (filter.column === classes.length) image.truths.forEach((truth, i) => truth[COUNTS] && truth[CLASS] === filter.row && !paired.has(i) && marked.add(`t${i}`));
  else found.forEach((each, i) => {
    const truth = each[CONFUSED] < 0 ? classes.length : image.truths[each[CONFUSED]][CLASS];
    if (each[CLASS] !== filter.column || truth !== filter.row || (truth === classes.length && each[ERROR] === IGNORED)) return;
    marked.add(`d${i}`);
    if (each[CONFUSED] >= 0) marked.add(`t${each[CONFUSED]}`);
  });
  return marked;
}

const ORDERS = {
  worst: (image) => { const now = wrong(image, state.side); return now.missed + now.false; },
  missed: (image) => wrong(image, state.side).missed,
  false: (image) => wrong(image, state.side).confident,
  label: (image) => suspicious.get(String(image.id)) ?? 0,
  disagree: disagreement,
};

function shownImages() {
  const passed = gallery.filter(passes);
  if (state.order === "name") return passed.sort((a, b) => imageName(a).localeCompare(imageName(b)));
  return passed.map((image) => [ORDERS[state.order](image), image]).sort((a, b) => b[0] - a[0]).map(([, image]) => image);
}
