// The images of the page, and what is right and wrong on them.
const gallery = data.gallery.images;
const byIdentity = new Map();
const imageWithId = (id) => byIdentity.get(String(id));

// Of a page of one file with what stands on them, and with the names of those that it does not hold.
function fillGallery(list) {
  if (list.images) {
    for (const image of list.images) gallery.push(image);
    data.beyond = list.beyond;
    data.beyondIds = list.beyondIds;
  } else {
    const sizes = unpack(list.sizes);
    list.ids.forEach((id, place) => gallery.push({ id, file: list.files[place], width: sizes[2 * place], height: sizes[2 * place + 1] }));
  }
  gallery.forEach((image, place) => { image.place = place; byIdentity.set(String(image.id), image); });
}

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

// Of all images what is wrong at the score, from the columns: the same whether their rows are there or not.
let lastWrong = { key: null };
function wrongOn(side) {
  const key = `${side} ${state.score}`;
  if (lastWrong.key === key) return lastWrong;
  const count = gallery.length + data.beyond.length;
  const made = { key, missed: new Uint32Array(count), false: new Uint32Array(count), confident: new Float64Array(count) };
  const { image, error, score } = sides[side].columns;
  const end = remaining(sides[side], state.score);
  for (let i = 0; i < end; i++) {
    if (error[i] === RIGHT || error[i] === IGNORED) continue;
    made.false[image[i]]++;
    if (score[i] > made.confident[image[i]]) made.confident[image[i]] = score[i];
  }
  const truths = sides[side].truthColumns;
  for (let j = 0; j < truths.image.length; j++) if (truths.counts[j] && !(truths.found[j] >= state.score)) made.missed[truths.image[j]]++;
  lastWrong = made;
  return made;
}

// What is wrong on an image at the score: missed truths, false positives, the most confident of them.
function wrong(image, side) {
  const { missed, false: bad, confident } = wrongOn(side);
  return { missed: missed[image.place], false: bad[image.place], confident: confident[image.place] };
}
