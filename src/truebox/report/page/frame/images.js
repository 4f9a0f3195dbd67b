// The images of the page, and what is right and wrong on them.
const gallery = data.gallery.images;
gallery.forEach((image, place) => { image.place = place; });
const galleryById = new Map(gallery.map((image) => [String(image.id), image]));
const imageWithId = (id) => galleryById.get(String(id));
const [X, Y, W, H, CLASS, SCORE, ERROR, TRUTH, OVERLAP, CONFUSED, RANK] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const COUNTS = 5;
const TRUTH_ROW = 6;
const RIGHT = 0;
const IGNORED = data.errorNames.indexOf("ignored");

const kept = (image, side) => image.detections[side].filter((found) => found[SCORE] >= state.score);
const isFalse = (found) => found[ERROR] !== RIGHT && found[ERROR] !== IGNORED;
const FALSE_NAMES = { class: "false positive: class", location: "false positive: location", both: "false positive: class and location", duplicate: "false positive: duplicate", background: "false positive: background", untyped: "false positive" };
const outcomeName = (found) => (found[ERROR] === RIGHT ? "true positive" : FALSE_NAMES[data.errorNames[found[ERROR]]] ?? data.errorNames[found[ERROR]]);

function foundTruths(image, side) {
  return new Set(kept(image, side).filter((each) => each[ERROR] === RIGHT).map((each) => each[TRUTH]));
}

// What is wrong on an image at the score: missed truths, false positives, the most confident of them.
function wrong(image, side) {
  const found = kept(image, side);
  const taken = foundTruths(image, side);
  const missed = image.truths.filter((truth, place) => truth[COUNTS] && !taken.has(place)).length;
  const bad = found.filter(isFalse);
  return { missed, false: bad.length, confident: Math.max(0, ...bad.map((each) => each[SCORE])), found: found.length };
}
