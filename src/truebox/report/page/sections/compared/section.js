// Every result against the first: differences, and the images that changed most.
function movedImages(pair, kind) {
  const images = pair[kind];
  const held = images.filter((each) => imageWithId(each.id));
  const list = images.slice(0, 8).map((each) => {
    const image = imageWithId(each.id);
    const words = `${imageName({ file: each.file_name, id: each.id })}: ${fraction(each.first, 2)} → ${fraction(each.second, 2)}`;
    return element("li", {}, image ? button(words, () => openViewer([image], image.id)) : words);
  });
  const second = sides.findIndex((side) => side.letter === pair.second);
  const name = kind === "lost" ? "worse" : "better";
  const all = held.length ? button(`Show ${held.length === 1 ? "this image" : held.length < pair[name] ? `the ${held.length} that changed most` : `these ${held.length} images`} below`, () => setFilter({ moved: [pair.second, kind] }, second), { "data-moved": `${pair.second} ${kind}` }) : null;
  return element("div", {}, element("h4", {}, `${name === "worse" ? "Got worse" : "Got better"} (${whole(pair[name])} images)`), list.length ? element("ol", { class: "links" }, ...list) : element("p", {}, "None."), all);
}

const BY = { difference: (row) => Math.abs(row.value ?? -1), gain: (row) => row.value ?? -2, loss: (row) => -(row.value ?? 2), first: (row) => row.first ?? -1, name: null };
const BY_WORDS = { difference: "largest difference", gain: "most gained", loss: "most lost", first: "AP of the first", name: "name" };
let by = "difference";

// Both values of a class on one scale from 0 to 1: a ring for the first, a disc for the second, and the way between.
function dumbbell(row, pair) {
  if (row.first === null || row.second === null) return "";
  const at = (value) => (6 + 188 * value).toFixed(1);
  const [a, b] = [pair.first, pair.second].map((letter) => sides.findIndex((side) => side.letter === letter));
  const end = (value, side, filled) => element("rect", { x: at(value) - 5, y: 3, width: 10, height: 10, rx: 5, fill: filled ? sideColour(side) : "none", stroke: sideColour(side), "stroke-width": 2.5 });
  return element("svg", { width: 200, height: 16, role: "img", "aria-label": `from ${fraction(row.first)} to ${fraction(row.second)}` }, element("line", { x1: at(row.first), x2: at(row.second), y1: 8, y2: 8, class: `way ${row.value < 0 ? "down" : "up"}` }), end(row.first, a, false), end(row.second, b, true));
}

// The table as a figure: Plotly stacks from below, so the first row comes last.
function saveDumbbells(pair, rows, format) {
  const shown = rows.filter((row) => row.first !== null && row.second !== null).reverse();
  const ends = ["first", "second"].map((end) => {
    const side = sides.findIndex((each) => each.letter === pair[end]);
    const line = { color: sideColour(side), width: 2.5 };
    return { type: "scatter", mode: "markers", name: literal(pair[end]), x: shown.map((row) => row[end]), y: shown.map((_, i) => i), marker: { size: 10, color: end === "first" ? colour("--ground") : sideColour(side), line } };
  });
  const gap = shown.flatMap((row, i) => [[row.first, i], [row.second, i], [null, null]]);
  const way = { type: "scatter", mode: "lines", showlegend: false, x: gap.map(([x]) => x), y: gap.map(([, y]) => y), line: { color: colour("--muted"), width: 2 } };
  const names = { tickmode: "array", tickvals: shown.map((_, i) => i), ticktext: shown.map((row) => literal(row.name || "(no name)")), range: [-0.7, shown.length - 0.3], zeroline: false };
  saveFigure(`classes ${pair.second} against ${pair.first}`, format, [way, ...ends], layout("AP", "", { xaxis: { range: [0, 1] }, yaxis: names }), { width: 720, height: Math.min(8000, 110 + 22 * shown.length) });
}

function saveChanges(pair, rows) {
  const titles = ["class", pair.first, pair.second, "difference", "low", "high", "p", "verdict"].map(csvCell);
  saveCsv(`classes ${pair.second} against ${pair.first}.csv`, titles, rows.map((row) => [row.name, row.first, row.second, row.value, row.low, row.high, row.p, row.verdict]));
}

function classChanges(pair) {
  const place = (row) => classes.indexOf(row.name);
  const rows = [...pair.classes].sort((a, b) => (by === "name" ? a.name.localeCompare(b.name) : BY[by](b) - BY[by](a)));
  const order = element("select", { "aria-label": "Order of the classes", change: (event) => { by = event.target.value; drawCompared(); }, "data-focus": `by ${pair.second}` }, ...Object.entries(BY_WORDS).map(([name, words]) => element("option", { value: name, selected: name === by }, words)));
  const body = rows.map((row) => element("tr", {}, cell(place(row) < 0 ? nameOf(row.name) : button(nameOf(row.name || "(no name)"), () => choose(place(row)))), cell(fraction(row.first)), cell(fraction(row.second)), element("td", { class: "text" }, dumbbell(row, pair)), cell(signed(row.value)), cell(row.low === null ? "" : `${signed(row.low)} to ${signed(row.high)}`), verdictCell(row)));
  return [element("h4", {}, "AP of every class"), element("div", { class: "tools" }, element("label", {}, "Order ", order),
    ...["png", "svg"].map((format) => button(format.toUpperCase(), () => saveDumbbells(pair, rows, format), { "data-save": format, title: `Save the classes as ${format.toUpperCase()}` })),
    button("CSV", () => saveChanges(pair, rows), { "data-save": "csv", title: "Save the numbers of this table as CSV" })), element("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": `Classes of ${pair.second} against ${pair.first}` }, element("table", { class: "dumbbells", "data-pair": pair.second }, element("thead", {}, heading(["Class", pair.first, pair.second, `${pair.first} ○ to ${pair.second} ●`, "Difference", "Interval", pair.second], [3, 6])), element("tbody", {}, ...body)))];
}

function compared(pair) {
  return [
    element("div", { class: "scroll", tabindex: 0 }, element("table", {}, element("thead", {}, heading(["Metric", pair.first, pair.second, "Difference", `${Math.round(100 * pair.level)} % interval`, "p", pair.second], [6])), element("tbody", {}, ...pair.metrics.map((each) => element("tr", {}, cell(each.key), cell(fraction(each.first)), cell(fraction(each.second)), cell(signed(each.value)), cell(each.low === null ? "" : `${signed(each.low)} to ${signed(each.high)}`), cell(pText(each.p)), verdictCell(each)))))),
    element("p", { class: "hint" }, `An image's own AP rose on ${whole(pair.better)} images, fell on ${whole(pair.worse)} and stayed on ${whole(pair.same)}; ${whole(pair.without_truth)} have no truth that counts. Intervals and p come from swapping the detections of both on random images, so what makes an image hard for both does not blur their difference.`),
    ...classChanges(pair),
    element("div", { class: "pair" }, movedImages(pair, "lost"), movedImages(pair, "gained")),
  ];
}

// Of several results one is open at first; the others are made when they are opened.
const opened = new Set(data.comparisons.slice(0, 1).map((pair) => pair.second));
function folded(pair) {
  const main = pair.metrics[0];
  const told = element("span", { class: TONES[main.verdict] ?? "" }, ` ${main.key} ${signed(main.value)}, ${main.verdict}`);
  const made = element("details", { class: "versus", open: opened.has(pair.second) }, element("summary", {}, element("b", {}, `${pair.second} against ${pair.first}`), told));
  const show = () => made.open && made.children.length === 1 && made.append(...compared(pair));
  made.addEventListener("toggle", () => {
    if (made.open) opened.add(pair.second);
    else opened.delete(pair.second);
    show();
  });
  show();
  return made;
}

function drawCompared() {
  hide("compared", !data.comparisons.length);
  const several = data.comparisons.length > 1;
  fill(byId("comparisons"), ...data.comparisons.flatMap((pair) => (several ? folded(pair) : [element("h3", {}, `${pair.second} against ${pair.first}`), ...compared(pair)])));
}

// On paper all are open.
addEventListener("beforeprint", () => {
  for (const pair of data.comparisons) opened.add(pair.second);
  drawCompared();
});
when("begin theme", drawCompared);
