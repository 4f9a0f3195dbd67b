// The images, small: which are shown, and in which order.
const suspicious = new Map(data.suspects.map((each, i) => [String(each.image_id), data.suspects.length - i]).reverse());

// On how many truths two results differ, and by how many false positives.
let lastApart = { score: null };
function disagreements() {
  if (lastApart.score === state.score) return lastApart.most;
  const most = new Uint32Array(gallery.length + data.beyond.length);
  const falses = sides.map((_, side) => wrongOn(side).false);
  for (let a = 0; a < sides.length; a++) for (let b = a + 1; b < sides.length; b++) {
    const apart = Uint32Array.from(most, (_, place) => Math.abs(falses[a][place] - falses[b][place]));
    const { counts, image } = sides[a].truthColumns;
    for (let j = 0; j < counts.length; j++) if (counts[j] && findsAt(a, j) !== findsAt(b, j)) apart[image[j]]++;
    for (let place = 0; place < most.length; place++) most[place] = Math.max(most[place], apart[place]);
  }
  lastApart = { score: state.score, most };
  return most;
}

const ORDERS = {
  worst: (image) => { const now = wrong(image, state.side); return now.missed + now.false; },
  missed: (image) => wrong(image, state.side).missed,
  false: (image) => wrong(image, state.side).confident,
  label: (image) => suspicious.get(String(image.id)) ?? 0,
  disagree: (image) => disagreements()[image.place],
};

// All images in the order that is asked for: a filter takes some of them out.
let lastOrder = { key: null };
let byName = null;
function ordered() {
  if (state.order === "name") {
    const compare = new Intl.Collator().compare;
    byName ??= gallery.map((image) => [imageName(image), image]).sort((a, b) => compare(a[0], b[0])).map(([, image]) => image);
    return byName;
  }
  const key = `${state.order} ${state.side} ${state.score}`;
  if (lastOrder.key !== key) {
    const worth = Float64Array.from(gallery, ORDERS[state.order]);
    lastOrder = { key, images: [...gallery].sort((a, b) => worth[b.place] - worth[a.place]) };
  }
  return lastOrder.images;
}

const shownImages = () => ordered().filter(passing());

// The conditions that hold, each with a button that takes it back.
function drawConditions(counted) {
  const held = conditions();
  const { objects, count } = matching();
  const marked = objects ? `, ${countOf(count, "object")}` : "";
  const chips = held.map(([name, words]) => button(`${words} ×`, () => { if (name === "class") state.chosen = null; setCondition(name, null); if (name === "class") happen("choose"); }, { "data-condition": name, "aria-label": `Take back: ${words}` }));
  fill(byId("gallery-filter"), held.length ? `${counted}${marked}: ` : "", ...chips, held.length ? button("Show all", () => { setFilter(null); byId("gallery-title").focus(); }, { id: "filter-off" }) : null);
}

const MOST_NAMES = 1000;

// The images that a filter finds and the page does not hold, by name.
function drawBeyond(names) {
  const place = byId("gallery-beyond");
  place.hidden = !names.length;
  fill(place.querySelector("summary"), `${countOf(names.length, "image")} more, not in this page`);
  const shown = names.slice(0, MOST_NAMES).map((name) => element("li", {}, nameOf(name, 60)));
  fill(place.querySelector("ul"), ...shown, names.length > MOST_NAMES ? element("li", {}, `… and ${whole(names.length - MOST_NAMES)} others`) : null);
}

function drawGallery() {
  const images = shownImages();
  byId("gallery-more").hidden = images.length <= state.shown;
  const beyond = filtered() ? passesBeyond() : [];
  const all = images.length + beyond.length;
  const counted = beyond.length ? `${whole(images.length)} of ${whole(all)} images are in this page` : countOf(images.length, "image");
  drawBeyond(beyond);
  drawConditions(counted);
  fill(byId("gallery-note"), `${data.gallery.reason}. ${data.gallery.note ? `${data.gallery.note}.` : ""}`);
  whenSeen("cells", () => withRows("cells", images.slice(0, state.shown), () => drawCells(images)));
}

function drawCells(images) {
  fill(byId("cells"), ...images.slice(0, state.shown).map((image) => {
    const now = wrong(image, state.side);
    const words = `${now.missed} missed · ${now.false} false positive${now.false === 1 ? "" : "s"} · ${countOf(image.truths.length, "truth")}`;
    const caption = element("span", { class: "caption" }, element("b", {}, nameOf(rawImage(image), 60)), words);
    return element("button", { type: "button", class: "cell", "data-image": image.id, "data-focus": image.id, click: () => openViewer(images, image.id) }, picture(image), caption);
  }), images.length ? null : element("p", { class: "hint" }, gallery.length ? "No image here. At a lower score there may be some." : "There are no images."));
}

const choice = (value, words) => element("option", { value }, words);

// The boxes in which conditions are set by hand; they show what holds, wherever it was set.
const CONTROLS = {
  class: { read: Number, choices: () => classes.map((_, place) => choice(place, className(place))) },
  error: { read: String, choices: () => ["false", "missed", "class", "location", "both", "duplicate", "background", "none", "ignored"].map((type) => choice(type, errorWords(type))) },
  slice: { read: String, choices: () => sides[0].slices.rows.map((row) => choice(sliceName(row), sliceName(row))) },
  relation: { read: (text) => { const [kind, other] = text.split(","); return [kind, Number(other)]; }, choices: () => relationChoices() },
  low: { read: Number }, high: { read: Number }, file: { read: String },
};

function relationChoices() {
  const others = sides.map((_, place) => place).filter((place) => place !== state.base);
  const pairs = ["fixed", "broken"].flatMap((kind) => others.map((place) => [kind, place]));
  const rest = [...sides.keys()].map((place) => ["alone", place]);
  return [...pairs, ...rest, ["nobody", 0]].map((pair) => choice(String(pair), RELATIONS[pair[0]](pair[1])));
}

function fillControls() {
  for (const [name, { choices }] of Object.entries(CONTROLS)) if (choices) fill(byId(`filter-${name}`), choice("", "any"), ...choices());
}

function showControls() {
  for (const name of Object.keys(CONTROLS)) {
    const control = byId(`filter-${name}`);
    if (control !== document.activeElement || !filtered()) control.value = state.filter[name] ?? "";
  }
}

for (const [name, { read }] of Object.entries(CONTROLS)) on(`filter-${name}`, name === "file" ? "input" : "change", (event) => setCondition(name, event.target.value === "" ? null : read(event.target.value)));
when("begin base", fillControls);
when("begin side choose filter base", showControls);
on("save-images", "click", saveImages);
on("save-objects", "click", saveObjects);
when("begin side rest choose filter base", drawGallery);
when("look", () => {
  byId("gallery").scrollIntoView();
  byId("gallery-title").focus({ preventScroll: true });
});
for (const name of ["truth", "found", "all"]) on(`show-${name}`, "change", (event) => { state[name] = event.target.checked; drawGallery(); });
on("gallery-order", "change", (event) => { state.order = event.target.value; drawGallery(); keepAddress(true); });
when("filter", () => { if (ORDERS[state.order] || state.order === "name") byId("gallery-order").value = state.order; else state.order = "worst"; });
on("gallery-more", "click", () => { state.shown += IMAGES_AT_ONCE; drawGallery(); });
if (!many) byId("gallery-order").querySelector("[value=disagree]").remove();
Object.assign(window.truebox, { shownImages });
