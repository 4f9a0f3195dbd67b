// The images: which are shown, in which order, and one of them large.
const gallery = data.gallery.images;
const [X, Y, W, H, CLASS, SCORE, ERROR, TRUTH, OVERLAP, CONFUSED] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const COUNTS = 5;

const kept = (image, side) => image.detections[side].filter((found) => found[SCORE] >= state.score);
const suspicious = new Set(sides.flatMap((side) => side.suspects.map((each) => String(each.image_id))));

// What is wrong on an image at the score: missed truths, false detections, the most confident of them.
function wrong(image, side) {
  const found = kept(image, side);
  const taken = new Set(found.filter((each) => each[ERROR] === 0).map((each) => each[TRUTH]));
  const missed = image.truths.filter((truth, place) => truth[COUNTS] && !taken.has(place)).length;
  const bad = found.filter((each) => each[ERROR] > 0 && each[ERROR] < 6);
  return { missed, false: bad.length, confident: Math.max(0, ...bad.map((each) => each[SCORE])), found: found.length };
}

function passes(image) {
  const filter = state.filter;
  if (!filter) return true;
  if (filter.kind === "image") return String(image.id) === String(filter.id);
  if (filter.kind === "class") return image.truths.some((truth) => truth[CLASS] === filter.place) || kept(image, state.side).some((found) => found[CLASS] === filter.place);
  const found = kept(image, filter.side);
  if (filter.kind === "error") {
    if (filter.error === "missed") return wrong(image, filter.side).missed > 0;
    return found.some((each) => data.errorNames[each[ERROR]] === filter.error);
  }
  return lit(image, filter, found).size > 0;
}

// The boxes that a filter speaks of: "d3" is the fourth detection, "t3" the fourth truth.
function lit(image, filter, found) {
  const marked = new Set();
  if (!filter) return marked;
  if (filter.kind === "error") found.forEach((each, i) => data.errorNames[each[ERROR]] === filter.error && marked.add(`d${i}`));
  if (filter.kind === "class") {
    image.truths.forEach((truth, i) => truth[CLASS] === filter.place && marked.add(`t${i}`));
    found.forEach((each, i) => each[CLASS] === filter.place && marked.add(`d${i}`));
  }
  if (filter.kind !== "cell") return marked;
  const paired = new Set(found.map((each) => each[CONFUSED]));
  if (filter.column === classes.length) image.truths.forEach((truth, i) => truth[COUNTS] && truth[CLASS] === filter.row && !paired.has(i) && marked.add(`t${i}`));
  else found.forEach((each, i) => {
    const truth = each[CONFUSED] < 0 ? classes.length : image.truths[each[CONFUSED]][CLASS];
    if (each[CLASS] !== filter.column || truth !== filter.row || (truth === classes.length && each[ERROR] === 6)) return;
    marked.add(`d${i}`);
    if (each[CONFUSED] >= 0) marked.add(`t${each[CONFUSED]}`);
  });
  return marked;
}

const ORDERS = {
  worst: (a, b) => b.now.missed + b.now.false - a.now.missed - a.now.false,
  missed: (a, b) => b.now.missed - a.now.missed,
  false: (a, b) => b.now.confident - a.now.confident,
  label: (a, b) => suspicious.has(String(b.image.id)) - suspicious.has(String(a.image.id)),
  name: (a, b) => String(a.image.file || a.image.id).localeCompare(String(b.image.file || b.image.id)),
};

function shownImages() {
  return gallery.filter(passes).map((image) => ({ image, now: wrong(image, state.side) })).sort(ORDERS[state.order]).map((each) => each.image);
}

function picture(image, large = false) {
  const side = state.side;
  const found = kept(image, side);
  const marked = lit(image, state.filter, found);
  const any = marked.size > 0;
  const boxes = element("svg", { viewBox: `0 0 ${image.width} ${image.height}`, preserveAspectRatio: "none" });
  const box = (row, kind, key, words) => element("rect", { x: row[X], y: row[Y], width: row[W], height: row[H], class: `${kind}${any ? (marked.has(key) ? " lit" : " dim") : ""}`, "data-key": key }, element("title", {}, words));
  if (byId("show-truth").checked) image.truths.forEach((row, i) => boxes.append(box(row, `truth${row[COUNTS] ? "" : " crowd"}`, `t${i}`, `truth: ${className(row[CLASS])}${row[COUNTS] ? "" : " (ignored)"}`)));
  if (byId("show-found").checked) found.forEach((row, i) => boxes.append(box(row, `found ${side ? "b" : "a"}`, `d${i}`, `${className(row[CLASS])} ${row[SCORE].toFixed(3)}, IoU ${row[OVERLAP].toFixed(3)}, ${row[ERROR] ? data.errorNames[row[ERROR]] : "right"}`)));
  if (large) for (const [rows, kind] of [[byId("show-truth").checked ? image.truths : [], "truth"], [byId("show-found").checked ? found : [], "found"]]) rows.forEach((row, i) => {
    if (any && !marked.has(`${kind[0] === "t" ? "t" : "d"}${i}`)) return;
    const size = Math.max(image.width, image.height) / 60;
    const words = kind === "truth" ? className(row[CLASS]) : `${className(row[CLASS])} ${row[SCORE].toFixed(2)}`;
    boxes.append(element("text", { class: "label", x: Math.max(0, row[X]), y: kind === "truth" ? Math.min(image.height, row[Y] + row[H]) - size * 0.3 : Math.max(size, row[Y] - size * 0.3), style: `font-size: ${size}px; stroke-width: ${size / 4}px` }, short(words)));
  });
  const inner = element("div", { style: large ? null : fitted(image) }, image.picture ? element("img", { src: image.picture, alt: "" }) : null, boxes);
  return element("div", { class: "picture", role: "img", "aria-label": `${image.file || image.id}: ${image.truths.length} truths, ${found.length} detections` }, inner);
}

// The largest rectangle of the image's shape in a frame of 4 to 3.
function fitted(image) {
  const ratio = image.width / image.height / (4 / 3);
  return ratio > 1 ? `width: 100%; height: ${100 / ratio}%` : `width: ${100 * ratio}%; height: 100%`;
}

function drawGallery() {
  const images = shownImages();
  fill(byId("cells"), ...images.slice(0, state.shown).map((image) => {
    const now = wrong(image, state.side);
    const caption = element("span", { class: "caption" }, element("b", {}, image.file || `image ${image.id}`), `${now.missed} missed · ${now.false} false · ${image.truths.length} truths`);
    return element("button", { type: "button", class: "cell", "data-image": image.id, click: () => openViewer(images, images.indexOf(image)) }, picture(image), caption);
  }));
  byId("gallery-more").hidden = images.length <= state.shown;
  const filter = state.filter;
  fill(byId("gallery-filter"), filter ? `${images.length} images with ${filter.text} ` : "", ...(filter ? [element("button", { type: "button", id: "filter-off", click: () => setFilter(null) }, "Show all")] : []));
  fill(byId("gallery-note"), `${data.gallery.reason}. ${data.gallery.note ? `${data.gallery.note}.` : ""}`);
}

const viewer = { images: [], place: 0 };

function openViewer(images, place) {
  viewer.images = images;
  viewer.place = place;
  byId("viewer-zoom").value = 1;
  drawViewer();
  if (!byId("viewer").open) byId("viewer").showModal();
}

function drawViewer() {
  const image = viewer.images[viewer.place];
  const made = picture(image, true);
  const zoom = Number(byId("viewer-zoom").value);
  const width = Math.min(1100, Math.max(500, (window.innerHeight * 0.55 * image.width) / image.height)) * zoom;
  made.setAttribute("style", `width: ${width}px; aspect-ratio: ${image.width} / ${image.height}`);
  fill(byId("viewer-picture"), made);
  fill(byId("viewer-title"), `${image.file || image.id} (${viewer.place + 1} of ${viewer.images.length})`);
  const light = (keys, on) => made.querySelectorAll("rect").forEach((rect) => { if (keys.includes(rect.dataset.key)) rect.classList.toggle("lit", on); else rect.classList.toggle("dim", on); });
  const rows = kept(image, state.side).map((row, i) => {
    const keys = [`d${i}`, `t${row[TRUTH] >= 0 ? row[TRUTH] : row[CONFUSED]}`];
    return element("tr", { tabindex: 0, mouseenter: () => light(keys, true), mouseleave: () => light(keys, false), focus: () => light(keys, true), blur: () => light(keys, false) }, element("td", {}, className(row[CLASS])), element("td", {}, row[SCORE].toFixed(3)), element("td", {}, row[OVERLAP].toFixed(3)), element("td", { class: `text ${row[ERROR] ? "bad" : "good"}` }, row[ERROR] ? data.errorNames[row[ERROR]] : "right"), element("td", { class: "text" }, row[TRUTH] >= 0 ? `truth ${row[TRUTH] + 1}: ${className(image.truths[row[TRUTH]][CLASS])}` : row[CONFUSED] >= 0 ? `truth ${row[CONFUSED] + 1}: ${className(image.truths[row[CONFUSED]][CLASS])}` : ""));
  });
  fill(byId("viewer-rows"), element("table", {}, element("thead", {}, element("tr", {}, ...["Detection", "Score", "IoU", "Outcome", "Took"].map((title, i) => element("th", { scope: "col", class: i > 2 ? "text" : null }, title)))), element("tbody", {}, ...rows)));
}

function turn(step) {
  if (!byId("viewer").open) return;
  viewer.place = (viewer.place + step + viewer.images.length) % viewer.images.length;
  drawViewer();
}
