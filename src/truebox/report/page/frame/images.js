// The images of the page, and what a filter finds on them.
const gallery = data.gallery.images;
const [X, Y, W, H, CLASS, SCORE, ERROR, TRUTH, OVERLAP, CONFUSED] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const COUNTS = 5;
const RIGHT = 0;
const IGNORED = data.errorNames.indexOf("ignored");

const kept = (image, side) => image.detections[side].filter((found) => found[SCORE] >= state.score);
const isFalse = (found) => found[ERROR] !== RIGHT && found[ERROR] !== IGNORED;
const FALSE_NAMES = { class: "false positive: class", location: "false positive: location", both: "false positive: class and location", duplicate: "false positive: duplicate", background: "false positive: background", untyped: "false positive" };
const outcomeName = (found) => (found[ERROR] === RIGHT ? "true positive" : FALSE_NAMES[data.errorNames[found[ERROR]]] ?? data.errorNames[found[ERROR]]);

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

function passes(image) {
  const filter = state.filter;
  if (!filter) return true;
  if (filter.kind === "ids") return filter.ids.has(String(image.id));
  if (filter.kind === "class") return image.truths.some((truth) => truth[CLASS] === filter.place) || kept(image, state.side).some((found) => found[CLASS] === filter.place);
  return lit(image, filter, state.side).size > 0;
}

// The images beyond those of the page that pass a filter, by name: what a filter asks is answered of every image.
function passesBeyond(filter) {
  const first = gallery.length;
  if (!data.beyond.length) return [];
  if (filter.kind === "ids") return [];
  const side = sides[state.side];
  const { image, category, confused, error } = side.columns;
  const truths = side.truthsBeyond;
  const found = new Set();
  const end = remaining(side, state.score);
  const own = (place) => filter.place === null || filter.place === undefined || place === filter.place;
  const wanted = { class: (i) => own(category[i]), error: (i) => data.errorNames[error[i]] === filter.error && own(category[i]), cell: (i) => category[i] === filter.column && confused[i] === (filter.row === classes.length ? BACKGROUND : filter.row) };
  for (let i = 0; i < end; i++) if (image[i] >= first && wanted[filter.kind](i)) found.add(image[i]);
  const missing = filter.kind === "error" && filter.error === "missed" ? truths.found : filter.kind === "cell" && filter.column === classes.length ? truths.confused : null;
  truths.image.forEach((place, i) => {
    const held = filter.kind === "class" ? own(truths.category[i]) : missing !== null && !(missing[i] >= state.score) && (filter.kind === "cell" ? truths.category[i] === filter.row : own(truths.category[i]));
    if (held) found.add(place);
  });
  return [...found].sort((a, b) => a - b).map((place) => data.beyond[place - first]);
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
