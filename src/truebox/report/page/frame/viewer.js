// One image large, with the detections as a table; each is linked to the truth it took.
const viewer = { images: [], place: 0, extra: null };

function openViewer(images, id, extra = null) {
  Object.assign(viewer, { images, place: Math.max(0, images.findIndex((each) => String(each.id) === String(id))), extra });
  if (!byId("viewer").open) byId("viewer").showModal();
  Object.assign(view, { zoom: 1, x: 0.5, y: 0.5 });
  withRows("look", [viewer.images[viewer.place]], () => extra?.box && viewer.extra === extra && lookAt(extra.box));
  drawViewer();
  keepAddress(true);
}

// Begin near a box that is small on its image.
function lookAt([x, y, w, h]) {
  const image = viewer.images[viewer.place];
  const zoom = Math.min(8, 0.35 / Math.max(w / image.width, h / image.height, 1e-6));
  if (zoom > 1.2) Object.assign(view, { zoom, x: (x + w / 2) / image.width, y: (y + h / 2) / image.height });
}

// What the truth that explains a detection is to it.
const RELATION = { none: "found", class: "on", location: "near", both: "near", duplicate: "again on", ignored: "on" };

const stageSides = () => (state.pair === null ? [state.side] : [state.side, state.pair]);

function drawViewer() {
  const image = viewer.images[viewer.place];
  if (image) withRows("viewer", [image], () => drawImage(image));
}

function drawImage(image) {
  stages().forEach((stage, i) => {
    const side = stageSides()[i];
    stage.hidden = side === undefined;
    if (side === undefined) return;
    const made = picture(image, { large: true, side });
    if (viewer.extra?.box) {
      const [x, y, w, h] = viewer.extra.box;
      made.querySelector("svg").append(element("rect", { x, y, width: w, height: h, class: "suspect" }, element("title", {}, viewer.extra.words ?? "likely mistake in the truth")));
    }
    const tag = many ? element("span", { class: "stage-tag" }, element("i", { class: `swatch side-${side}` }), sides[side].letter) : null;
    fill(stage, made, element("svg", { class: "labels", "aria-hidden": "true" }), tag);
  });
  layStages();
  const made = byId("viewer-stages");
  fill(byId("viewer-title"), nameOf(rawImage(image), 60), ` (${viewer.place + 1} of ${viewer.images.length})`);
  fill(byId("viewer-rows"), ...changesTable(image), viewerTable(image, made));
  if (viewer.extra?.score !== undefined) byId("viewer-rows").querySelector("tr.asked")?.scrollIntoView({ block: "nearest" });
}

// Puts the pictures where the view says, and labels around them.
function layStages() {
  const image = viewer.images[viewer.place];
  if (!image?.truths || !byId("viewer").open) return;
  let unnamed = 0;
  stages().forEach((stage, i) => {
    const side = stageSides()[i];
    const made = stage.querySelector(".picture");
    if (side === undefined || !made) return;
    const { room, scale, left, top } = lying(stage, image);
    made.setAttribute("style", `width: ${image.width * scale}px; height: ${image.height * scale}px; transform: translate(${left}px, ${top}px)`);
    unnamed += drawLabels(stage.querySelector(".labels"), image, side, scale, left, top, room);
  });
  byId("viewer-zoom").value = view.zoom;
  fill(byId("viewer-unnamed"), unnamed ? `${countOf(unnamed, "label")} without room: zoom in` : "");
}

// Lights a detection and its truth, draws the line between them, and takes both back.
function light(image, made, row, key, on) {
  const partner = row[TRUTH];
  const keys = [key, `t${partner}`];
  for (const each of made.querySelectorAll("[data-key]")) {
    each.classList.toggle("pointed", on && keys.includes(each.dataset.key));
    each.classList.toggle("aside", on && !keys.includes(each.dataset.key));
  }
  made.querySelectorAll(".tie").forEach((each) => each.remove());
  if (!on || partner < 0) return;
  const truth = image.truths[partner];
  const [a, b] = [row, truth].map((each) => [each[X] + each[W] / 2, each[Y] + each[H] / 2]);
  made.querySelector(".picture svg").append(element("line", { class: "tie", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }));
}

function viewerTable(image, made) {
  const rows = kept(image, state.side).map((row, i) => {
    const partner = row[TRUTH];
    const took = partner < 0 ? "none" : `${RELATION[data.errorNames[row[ERROR]]] ?? "near"} truth ${partner + 1}: ${className(image.truths[partner][CLASS])}`;
    const asked = viewer.extra && viewer.extra.score === row[SCORE] && viewer.extra.place === row[CLASS];
    const on = () => light(image, made, row, `d${i}`, true);
    const off = () => light(image, made, row, `d${i}`, false);
    return element("tr", { tabindex: 0, class: asked ? "asked" : null, mouseenter: on, mouseleave: off, focus: on, blur: off }, cell(nameOf(rawClass(row[CLASS]), 28)), cell(rounded(row[SCORE], 3)), cell(partner < 0 ? "" : rounded(row[OVERLAP], 3)), cell(outcomeName(row), `text ${row[ERROR] === RIGHT ? "good" : isFalse(row) ? "bad" : ""}`), cell(took, "text"));
  });
  const taken = foundTruths(image, state.side);
  const missed = image.truths.flatMap((truth, i) => (truth[COUNTS] && !taken.has(i) ? [element("tr", {}, cell(nameOf(rawClass(truth[CLASS]), 28)), cell(""), cell(""), cell("missed", "text bad"), cell(`truth ${i + 1}`, "text"))] : []));
  return element("table", {}, element("thead", {}, heading(["Detection", "Score", MEASURE, "Outcome", "Truth"], [3, 4])), element("tbody", {}, ...rows, ...missed));
}

// With two results beside each other: which truths the second finds that the first misses, and the reverse.
function changesTable(image) {
  if (state.pair === null || state.pair === state.side) return [];
  const [first, second] = [state.side, state.pair].map((side) => foundTruths(image, side));
  const list = (kind, wanted) => {
    const held = image.truths.flatMap((truth, i) => (truth[COUNTS] && wanted(i) ? [`truth ${i + 1}: ${className(truth[CLASS])}`] : []));
    return element("li", { "data-change": kind }, `${kind} by ${letterOf(state.pair)}: ${held.join(", ") || "none"}`);
  };
  return [element("ul", { class: "changes" }, list("fixed", (i) => !first.has(i) && second.has(i)), list("broken", (i) => first.has(i) && !second.has(i)))];
}

function turn(step) {
  if (!byId("viewer").open) return;
  viewer.place = (viewer.place + step + viewer.images.length) % viewer.images.length;
  viewer.extra = null;
  Object.assign(view, { zoom: 1, x: 0.5, y: 0.5 });
  drawViewer();
  happen("view");
}

const NEARER = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 };

function pressed(event) {
  if (!byId("viewer").open || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches?.("input, select");
  if (event.key === "j" || (!typing && event.key === "ArrowRight")) turn(1);
  else if (event.key === "k" || (!typing && event.key === "ArrowLeft")) turn(-1);
  else if (!typing && NEARER[event.key]) setView(view.zoom * NEARER[event.key], view.x, view.y);
  else if (!typing && event.key === "0") setView(1, 0.5, 0.5);
}

function preparePair() {
  const choices = [element("option", { value: "" }, "nothing"), ...sides.map((side, i) => element("option", { value: i }, side.letter))];
  fill(byId("viewer-pair"), ...choices);
}

// Beside a result stands another one: where the other is chosen as the shown one, they change places.
let shownBefore = state.side;
function changePlaces() {
  if (state.pair === state.side) state.pair = shownBefore === state.side ? null : shownBefore;
  shownBefore = state.side;
  for (const each of byId("viewer-pair").options) each.disabled = each.value === String(state.side);
  byId("viewer-pair").value = state.pair ?? "";
}

when("begin", preparePair);
when("begin side", changePlaces);
when("side rest base", () => byId("viewer").open && drawViewer());
on("viewer-close", "click", () => byId("viewer").close());
on("viewer", "close", () => keepAddress(true));
on("viewer-next", "click", () => turn(1));
on("viewer-previous", "click", () => turn(-1));
on("viewer-labels", "change", (event) => { state.labels = event.target.value; layStages(); });
on("viewer-pair", "change", (event) => {
  state.pair = event.target.value === "" ? null : Number(event.target.value);
  drawViewer();
  happen("view");
});
document.addEventListener("keydown", pressed);
