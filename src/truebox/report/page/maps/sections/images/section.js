const AT_FIRST = 6;
const MOST_ROWS = 500;
const open = { shown: AT_FIRST };
const OF_IMAGE = { segment: "the panoptic quality of an image's segments, all classes together", pixel: "the mean IoU of the classes in an image" };

const keyOf = (entries) => element("ul", { class: "map-key" }, ...entries.map(([words, colour]) => element("li", {}, element("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, element("rect", { width: 10, height: 10, rx: 2, fill: colour })), words)));
const countsOf = (side, image) => data.of_image.map((title, i) => `${title.toLowerCase()} ${whole(side.imageCounts[image][i])}`).join(", ");

function cardOf(side, held) {
  const picture = (src, words) => element("figure", {}, element("img", { src, alt: `${words} of image ${data.images[held.image]}`, loading: "lazy" }), element("figcaption", {}, words));
  return element("div", { class: "map-card" },
    element("h3", {}, nameOf(data.images[held.image], 60), ` ${fraction(side.imageValues[held.image])}`), element("p", { class: "hint" }, countsOf(side, held.image)),
    element("div", { class: "map-three" }, picture(held.truth, "Truth"), picture(held.found, "Predicted"), picture(held.outcome, "What came of it")),
    keyOf(held.classes.map(([place, colour]) => [nameOf(data.classes[place] ?? String(place)), colour])), keyOf(held.outcomes));
}

function drawPictures() {
  const side = sides[state.side];
  const held = side.pictures;
  fill(byId("images-hint"), `The number of an image is ${OF_IMAGE[data.unit]}. ${held.length ? `Pictures of the ${countOf(held.length, "worst image", "worst images")}, the worst first.` : "There are no pictures of them: the maps cannot be read again, or Pillow is not installed."}`);
  fill(byId("map-pictures"), ...held.slice(0, open.shown).map((each) => cardOf(side, each)));
  byId("more-pictures").hidden = held.length <= open.shown;
}

function drawImages() {
  const side = sides[state.side];
  const table = byId("by-image");
  fill(table.tHead, heading(["Image", data.main, ...data.of_image]));
  fill(table.tBodies[0], ...side.worst.slice(0, MOST_ROWS).map((image) => element("tr", {}, element("th", { scope: "row" }, nameOf(data.images[image], 60)), cell(fraction(side.imageValues[image])), ...side.imageCounts[image].map((count) => cell(whole(count))))),
    side.worst.length > MOST_ROWS ? element("tr", {}, element("td", {}, `and ${whole(side.worst.length - MOST_ROWS)} more, which are better`)) : null);
}

on("more-pictures", "click", () => {
  open.shown = Infinity;
  drawPictures();
});
when("begin side", drawPictures);
when("begin side", drawImages);
