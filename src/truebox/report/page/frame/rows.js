// What stands on an image comes with the page, or in a part with those of its neighbours when it is looked at.
const lastWanted = new Map();

const partOf = (image) => `rows-${Math.floor(image.place / data.gallery.chunk)}`;

// A part holds the rows of its images in columns, one image below the other: as lists, each image its own.
function listsOf(held, names) {
  const columns = names.map((name) => unpack(held[name]));
  const box = unpack(held.box);
  let at = 0;
  return held.count.map((count) => Array.from({ length: count }, () => {
    const row = [box[4 * at], box[4 * at + 1], box[4 * at + 2], box[4 * at + 3], ...columns.map((column) => column[at])];
    at++;
    return row;
  }));
}

const OF_TRUTH = ["category", "counts", "row"];
const OF_FOUND = ["category", "score", "outcome", "truth", "overlap", "confused", "row"];

function rowsIn(held) {
  const truths = listsOf(held.truths, OF_TRUTH);
  const found = held.detections.map((side) => listsOf(side, OF_FOUND));
  for (const side of found) for (const rows of side) for (const row of rows) row[OVERLAP] /= 10000;
  return held.images.map((image, i) => ({ ...image, truths: truths[i], detections: found.map((side) => side[i]) }));
}

function takeRows(rows) {
  for (const row of rows) if (!gallery[row.place].truths) Object.assign(gallery[row.place], row);
}

// Runs `then` with the rows of these images there: at once where they are. Of several calls for one place on the
// page, only the last is followed.
function withRows(where, images, then) {
  const turn = (lastWanted.get(where) ?? 0) + 1;
  lastWanted.set(where, turn);
  const wanted = new Set(images.filter((image) => !image.truths).map(partOf));
  if (!wanted.size) return then();
  Promise.all([...wanted].map(async (name) => takeRows(rowsIn(await part(name))))).then(() => lastWanted.get(where) === turn && then(), sayUnread);
}

// Every image of a list with its rows, part after part; those that were not looked at before are not kept.
async function eachWithRows(images, does) {
  const groups = new Map();
  for (const image of images) {
    if (image.truths) does(image, image);
    else groups.set(partOf(image), [...(groups.get(partOf(image)) ?? []), image]);
  }
  for (const [name, held] of groups) {
    const rows = new Map(rowsIn(await partOnce(name)).map((row) => [row.place, row]));
    for (const image of held) does(image, { ...image, ...rows.get(image.place) });
  }
}
