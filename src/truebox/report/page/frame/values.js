// The few words that everything uses.
const BACKGROUND = 65535;
const LEFT_OUT = 65534;

const sides = data.results.map((result) => ({ ...result, columns: { ...result.columns }, truthColumns: { ...result.truthColumns } }));

// Columns of numbers as arrays: as soon as they are there.
function openColumns() {
  for (const [place, side] of sides.entries()) {
    for (const kind of ["columns", "truthColumns"]) {
      for (const [name, held] of Object.entries(data.results[place][kind])) if (held?.type !== undefined) side[kind][name] = unpack(held);
    }
  }
}
const classes = data.classes;
const MEASURE = data.protocol.geometry === "keypoints" ? "OKS" : "IoU";
// From which threshold on a detection is right: an overlap or, of some protocols, a distance in metres.
const LIMIT = data.distances ? "distance" : MEASURE;
const limitText = (limit) => (data.distances ? `${limit} m` : `${MEASURE} ${limit}`);
const many = sides.length > 1;
const IMAGES_AT_ONCE = 24;
// `base` is the result that others are compared with, `pair` the one shown beside the side in the viewer, `iou` the
// place of the overlap of the curves, which are of "one", of "every" one, or of all "classes".
const state = { score: 0, side: 0, base: 0, pair: null, chosen: null, filter: {}, order: "worst", shown: IMAGES_AT_ONCE, truth: true, found: true, all: false, labels: "errors", iou: 0, curves: many ? "one" : "every" };

const rawClass = (place) => (place === classes.length ? "background" : classes[place] || "(no name)");
const rawImage = (image) => image.file || `image ${image.id}`;
const className = (place) => apart(rawClass(place));
const imageName = (image) => apart(rawImage(image));
const sliceName = (row) => `${row.by}: ${row.label}`;
const iousOf = (side) => Object.keys(side.precision.mean).sort((a, b) => a - b);
// Of fewer truths than these a number says little: such rows are grey, and say why.
const FEW = 10;
const fewTruths = (truths) => (truths < FEW ? { class: "few", title: `only ${countOf(truths, "truth")}: too few to say much` } : {});
// Precision of a class at the recalls, at one of the overlaps; null where the class has no truth.
const NO_CURVE = 65535;
function classCurve(side, iou, place) {
  const table = side.precision;
  if (!table.perClass[iou]) return null;
  table.opened ??= {};
  const all = (table.opened[iou] ??= unpack(table.perClass[iou]));
  const row = all.subarray(place * table.recalls.length, (place + 1) * table.recalls.length);
  return row[0] === NO_CURVE ? null : Array.from(row, (share) => share / 10000);
}
const sideColour = (index) => colour(`--found-${index}`);
// The names of the sets, of paths from the folder on in which they part.
const sideNames = (() => {
  const paths = sides.map((side) => side.source.split("/"));
  let shared = 0;
  while (paths.every((each) => each.length > shared + 1) && new Set(paths.map((each) => each[shared])).size === 1) shared++;
  return paths.map((each) => each.slice(shared).join("/"));
})();
const named = (side) => (many ? `${side.letter} ` : "");

// For a closer look from the browser's console.
window.truebox = { data, sides, state, rounded, inflate, unpack };
