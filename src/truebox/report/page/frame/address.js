// What is shown stands in the address: a link shows another person the same, and Back goes back a step.
// "#gallery?side=1&cell=0,3": the part of the page, then what differs from how the page begins.
const START = {};
const numbers = (text) => text.split(",").map(Number);
const places = (most, count) => (text) => {
  const read = numbers(text);
  return read.length === count && read.every((each) => Number.isInteger(each) && each >= 0 && each <= most()) ? read : undefined;
};
const one = (read) => (text) => read(text)?.[0];
const finite = (text) => (Number.isFinite(Number(text)) && text !== "" ? Number(text) : undefined);
const among = (names) => (text) => (names().includes(text) ? text : undefined);
const ofOneClass = one(places(() => classes.length - 1, 1));
const ofSide = one(places(() => sides.length - 1, 1));
const paired = (kinds, second) => (text) => {
  const [kind, rest] = text.split(",");
  const value = second(rest ?? "");
  return kinds.includes(kind) && value !== undefined ? [kind, value] : undefined;
};

// How each part of the state is read; anything else in an address is passed over.
const READ = { side: ofSide, base: ofSide, score: finite, chosen: ofOneClass, order: (text) => text, iou: one(places(() => iousOf(sides[0]).length - 1, 1)), curves: among(() => ["one", "every", "classes"]), image: (text) => text, at: (text) => { const read = numbers(text); return read.length === 3 && read.every(Number.isFinite) ? read : undefined; }, pair: ofSide };
const READ_FILTER = {
  class: ofOneClass, low: finite, high: finite, file: (text) => text,
  error: among(() => [...data.errorNames, "missed", "false"]),
  cell: places(() => classes.length, 2),
  moved: (text) => { const [second, kind] = text.split(","); return data.comparisons.some((pair) => pair.second === second) && ["lost", "gained"].includes(kind) ? [second, kind] : undefined; },
  slice: among(() => sides[0].slices.rows.map(sliceName)),
  relation: paired(Object.keys(RELATIONS), ofSide),
};

function snapshot() {
  const { side, base, chosen, order, iou, curves } = state;
  const shown = { side, base, score: typed(state.score), chosen, order, iou, curves, ...state.filter };
  if (byId("viewer").open) Object.assign(shown, { image: viewer.images[viewer.place].id, pair: state.pair, at: view.zoom > 1 ? [view.zoom, view.x, view.y].map((each) => Number(each.toFixed(3))) : null });
  return shown;
}

function addressNow() {
  const part = location.hash.slice(1).split("?")[0];
  const told = Object.entries(snapshot()).filter(([name, value]) => value !== null && value !== undefined && value !== START[name]);
  const query = new URLSearchParams(told.map(([name, value]) => [name, String(value)])).toString();
  return `#${part}${query ? `?${query}` : ""}`;
}

let reading = false;
let planned = null;

// One step of history for all that happens at once; where a browser keeps no history for the page, none.
function keepAddress(push) {
  if (reading) return;
  if (planned === null) queueMicrotask(() => {
    const step = planned ? "pushState" : "replaceState";
    planned = null;
    const wanted = addressNow();
    if (wanted !== location.hash || !history.state?.truebox) writeHistory(wanted === location.hash ? "replaceState" : step, wanted);
  });
  planned = planned || push;
}

function writeHistory(step, hash) {
  try {
    history[step]({ truebox: true }, "", hash || "#");
  } catch {
    // an embedded page may not be let write its address
  }
}

function readAddress() {
  const [part, query = ""] = location.hash.slice(1).split("?");
  const told = new URLSearchParams(query);
  const get = (readers) => Object.fromEntries(Object.entries(readers).flatMap(([name, read]) => {
    const value = told.has(name) ? read(told.get(name)) : undefined;
    return value === undefined ? [] : [[name, value]];
  }));
  return { part, shown: { ...START, ...get(READ) }, filter: get(READ_FILTER) };
}

// The images that are shown, to turn through, or the one alone where it is not among them.
function listWith(image) {
  const all = truebox.shownImages();
  return all.includes(image) ? all : [image];
}

// Shows what the address says.
function follow() {
  const { part, shown, filter } = readAddress();
  reading = true;
  Object.assign(state, { chosen: shown.chosen ?? null, filter, base: shown.base, order: shown.order, iou: shown.iou, curves: shown.curves, pair: shown.pair ?? null, shown: IMAGES_AT_ONCE });
  setSide(shown.side);
  setScore(shown.score);
  for (const event of ["base", "choose", "filter"]) happen(event);
  const image = imageWithId(shown.image);
  if (image && viewer.images[viewer.place]?.id !== image.id) openViewer(listWith(image), image.id);
  else if (image && !byId("viewer").open) byId("viewer").showModal();
  else if (!image && byId("viewer").open) byId("viewer").close();
  byId("viewer-pair").value = state.pair ?? "";
  if (image) {
    drawViewer();
    setView(...(shown.at ?? [1, 0.5, 0.5]));
  }
  reading = false;
  return part;
}

addEventListener("popstate", () => {
  // A link to a part of the page changes nothing else.
  if (history.state?.truebox || !location.hash) follow();
  else keepAddress(false);
});

function prepareAddress() {
  Object.assign(START, snapshot());
  if (!location.hash) return;
  const part = follow();
  if (location.hash.includes("?")) document.getElementById(part || (filtered() ? "gallery" : "main"))?.scrollIntoView();
}

// Where the clipboard is closed to the page, the link is selected in a box to be copied by hand.
async function copyLink() {
  const link = location.href;
  try {
    await navigator.clipboard.writeText(link);
    fill(byId("copy-link"), "Copied");
    announce("The link is in the clipboard");
  } catch {
    prompt("Copy this link", link);
  }
  setTimeout(() => fill(byId("copy-link"), "Copy link"), 1500);
}

when("side choose filter base", () => keepAddress(true));
when("rest look view", () => keepAddress(false));
on("copy-link", "click", copyLink);
