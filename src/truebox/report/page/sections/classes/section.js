// The table of the classes.
let sort = ["AP lost", -1];
let search = "";
const COLUMNS = [
  ["Class", (row) => row.name], ["Truths", (row) => row.truths], ["Detections", (row) => row.detections],
  ["P", (row) => row.now.precision], ["R", (row) => row.now.recall], ["F1", (row) => row.now.f1], ["Best F1 at", (row) => row.best],
  ["AP50", (row) => row.metrics.AP50 ?? null], ["AP75", (row) => row.metrics.AP75 ?? null], ["AP", (row) => row.metrics.AP ?? null],
  ["AP lost", (row) => row.lost],
];

// A protocol of one overlap, or of distances, has no AP50 and AP75.
const hasMetric = (name) => sides.some((side) => side.perClass.some((row) => name in row.metrics));
const columns = () => COLUMNS.filter(([title]) => !["AP50", "AP75"].includes(title) || hasMetric(title));

function classRows() {
  const side = sides[state.side];
  const now = countsAt(side, state.score).perClass;
  // What the mean over the classes would gain if the class were perfect.
  const held = side.perClass.filter((row) => typeof row.metrics.AP === "number").length;
  const lost = (row) => (typeof row.metrics.AP === "number" ? (1 - row.metrics.AP) / held : null);
  return side.perClass.map((row, place) => ({ ...row, place, now: now[place], best: side.bestPerClass[place], lost: lost(row) }));
}

function sorted(rows) {
  const [name, direction] = sort;
  const value = COLUMNS.find(([title]) => title === name)[1];
  return rows.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    // What costs most is asked of classes that can tell; those of few truths follow.
    if (name === "AP lost" && direction < 0 && a.truths < FEW !== b.truths < FEW) return a.truths < FEW ? 1 : -1;
    if (x === null || y === null) return (x === null) - (y === null);
    return typeof x === "string" ? direction * x.localeCompare(y) : direction * (x - y);
  });
}

function spark(values) {
  if (!values) return "";
  const points = values.filter((_, i) => i % 5 === 0).map((value, i, all) => `${((i / Math.max(1, all.length - 1)) * 60).toFixed(1)},${(17 - 16 * value).toFixed(1)}`);
  return element("svg", { width: 60, height: 18, class: "spark", "aria-hidden": "true" }, element("polyline", { points: points.join(" "), fill: "none", stroke: "currentColor" }));
}

const hasIntervals = () => sides[state.side].perClass.some((row) => row.low !== null);

function classHead(others) {
  const sortable = columns().map(([title]) => {
    const own = sort[0] === title;
    const turned = () => { sort = [title, own ? -sort[1] : title === "Class" ? 1 : -1]; drawClassTable(); };
    return element("th", { scope: "col", "aria-sort": own ? (sort[1] > 0 ? "ascending" : "descending") : "none" }, button(`${title}${own ? (sort[1] > 0 ? " ▲" : " ▼") : ""}`, turned, { "data-focus": title }));
  });
  const plain = [hasIntervals() ? `AP, ${Math.round(100 * sides[state.side].level)} % interval` : null, "PR at .5", ...others.map((each) => `AP ${each.letter}`)];
  return element("tr", {}, ...sortable, ...plain.map((title) => title && element("th", { scope: "col" }, title)));
}

function rowOf(row, ...cells) {
  const few = fewTruths(row.truths);
  return element("tr", { ...few, class: [row.place === state.chosen ? "chosen" : "", few.class ?? ""].join(" ").trim() }, ...cells);
}

function drawClassTable() {
  const table = byId("class-table");
  const others = sides.filter((_, i) => i !== state.side);
  const wanted = search.toLowerCase();
  const rows = sorted(classRows().filter((row) => row.name.toLowerCase().includes(wanted)));
  const side = sides[state.side];
  const iou = iousOf(side).find((each) => Number(each) === side.columns.iou) ?? iousOf(side)[0];
  const why = (row) => (row.truths ? null : "no truth of this class counts, so it has no part in the means");
  fill(table.tHead, classHead(others));
  fill(table.tBodies[0], ...rows.map((row) => rowOf(row,
    element("td", {}, button(nameOf(row.name || "(no name)"), () => choose(row.place), { "aria-pressed": row.place === state.chosen ? "true" : "false", "data-focus": `class ${row.place}` })),
    cell(whole(row.truths)), cell(whole(row.detections)),
    ...["precision", "recall", "f1"].map((name) => cell(fraction(row.now[name]))), cell(fraction(row.best)),
    ...["AP50", "AP75"].filter(hasMetric).concat("AP").map((name) => element("td", { title: why(row) }, fraction(row.metrics[name]))), element("td", { title: "how much higher the AP of all classes would be if that of this class were 1" }, fraction(row.lost)),
    hasIntervals() ? cell(between(row.low, row.high)) : null, cell(spark(classCurve(side, iou, row.place))),
    ...others.map((other) => cell(fraction(other.perClass[row.place].metrics.AP))))), rows.length ? null : element("tr", {}, element("td", { colspan: 14 }, "No class has such a name.")));
  const without = side.perClass.filter((row) => !row.truths).length;
  fill(byId("class-note"), without ? `n/a: of ${whole(without)} ${without === 1 ? "class" : "classes"} no truth counts, so ${without === 1 ? "it has" : "they have"} no part in the means.` : "");
}

function exportClasses() {
  const titles = ["class", "truths", "detections", "score", "precision", "recall", "f1", "AP50", "AP75", "AP", "low", "high"];
  saveCsv("classes.csv", titles, classRows().map((row) => [row.name, row.truths, row.detections, state.score, row.now.precision, row.now.recall, row.now.f1, row.metrics.AP50, row.metrics.AP75, row.metrics.AP, row.low, row.high]));
}

when("begin side score choose", drawClassTable);
on("class-search", "input", (event) => { search = event.target.value; drawClassTable(); });
on("class-export", "click", exportClasses);
