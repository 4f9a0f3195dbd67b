// The data of the page, and the few words that everything uses.
const data = JSON.parse(document.getElementById("data").textContent);
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
if (!PARTS) openColumns();

const classes = data.classes;
const MEASURE = data.protocol.geometry === "keypoints" ? "OKS" : "IoU";
const many = sides.length > 1;
const IMAGES_AT_ONCE = 24;
// `base` is the result that others are compared with, `pair` the one shown beside the side in the viewer.
const state = { score: 0, side: 0, base: 0, pair: null, chosen: null, filter: {}, order: "worst", shown: IMAGES_AT_ONCE, truth: true, found: true, all: false, labels: "errors" };

const rawClass = (place) => (place === classes.length ? "background" : classes[place] || "(no name)");
const rawImage = (image) => image.file || `image ${image.id}`;
const className = (place) => apart(rawClass(place));
const imageName = (image) => apart(rawImage(image));
const sideColour = (index) => colour(`--found-${index}`);
const named = (side) => (many ? `${side.letter} ` : "");

// For a closer look from the browser's console.
window.truebox = { data, sides, state, rounded };
