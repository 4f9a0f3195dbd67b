// One image large, with the detections as a table; each is linked to the truth it took.
const viewer = { images: [], place: 0, extra: null };

function openViewer(images, place, extra = null) {
  Object.assign(viewer, { images, place, extra });
  byId("viewer-zoom").value = 1;
  drawViewer();
  if (!byId("viewer").open) byId("viewer").showModal();
}

// What the truth that explains a detection is to it.
const RELATION = { none: "found", class: "on", location: "near", both: "near", duplicate: "again on", ignored: "on" };

function drawViewer() {
  const image = viewer.images[viewer.place];
  const made = picture(image, true);
  const zoom = Number(byId("viewer-zoom").value);
  const room = Math.min(1100, window.innerWidth * 0.96 - 40);
  const width = Math.min(room, Math.max(240, (window.innerHeight * 0.5 * image.width) / image.height)) * zoom;
  made.setAttribute("style", `width: ${width}px; aspect-ratio: ${image.width} / ${image.height}`);
  if (viewer.extra?.box) {
    const [x, y, w, h] = viewer.extra.box;
    made.querySelector("svg").append(element("rect", { x, y, width: w, height: h, class: "suspect" }, element("title", {}, "likely mistake in the truth")));
  }
  fill(byId("viewer-picture"), made);
  fill(byId("viewer-title"), nameOf(rawImage(image), 60), ` (${viewer.place + 1} of ${viewer.images.length})`);
  fill(byId("viewer-rows"), viewerTable(image, made));
  if (viewer.extra?.score !== undefined) byId("viewer-rows").querySelector("tr.asked")?.scrollIntoView({ block: "nearest" });
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
  made.querySelector("svg").append(element("line", { class: "tie", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }));
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

function turn(step) {
  if (!byId("viewer").open) return;
  viewer.place = (viewer.place + step + viewer.images.length) % viewer.images.length;
  viewer.extra = null;
  drawViewer();
}

function pressed(event) {
  if (!byId("viewer").open || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches?.("input");
  if (event.key === "j" || (!typing && event.key === "ArrowRight")) turn(1);
  else if (event.key === "k" || (!typing && event.key === "ArrowLeft")) turn(-1);
}

when("side rest", () => byId("viewer").open && drawViewer());
on("viewer-close", "click", () => byId("viewer").close());
on("viewer-next", "click", () => turn(1));
on("viewer-previous", "click", () => turn(-1));
on("viewer-zoom", "input", drawViewer);
document.addEventListener("keydown", pressed);
