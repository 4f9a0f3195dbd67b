// The data of the page, and the few words that everything uses.
const data = JSON.parse(document.getElementById("data").textContent);
const BACKGROUND = 65535;
const LEFT_OUT = 65534;
const UNSHOWN = 65535;

const sides = data.results.map((result) => {
  const { score, category, outcome, confused, overlap, shown, ...rest } = result.columns;
  const columns = { score, category, outcome, confused, overlap, shown };
  for (const name of Object.keys(columns)) columns[name] = unpack(columns[name]);
  return { ...result, columns: { ...columns, ...rest } };
});
const classes = data.classes;
const many = sides.length > 1;
const IMAGES_AT_ONCE = 24;
const state = { score: 0, side: 0, chosen: null, filter: null, shown: IMAGES_AT_ONCE, truth: true, found: true, all: false };

const className = (place) => (place === classes.length ? "background" : classes[place] || "(no name)");
const imageName = (image) => image.file || `image ${image.id}`;
const sideColour = (index) => colour(`--found-${index}`);
const named = (side) => (many ? `${side.letter} ` : "");

// For a closer look from the browser's console.
window.truebox = { data, sides, state };
