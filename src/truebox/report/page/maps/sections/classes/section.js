const sorted = { key: data.main, down: false };
const LONG = 100;
const TEXTS = new Set(["name", "kind"]);

function barOf(row) {
  const value = row[data.main];
  if (value === null) return cell("");
  const sure = row.low === null ? null : element("line", { x1: LONG * row.low, x2: LONG * row.high, y1: 12.5, y2: 12.5, class: "sure" });
  return element("td", {}, element("svg", { class: "bar", viewBox: `0 0 ${LONG} 14`, preserveAspectRatio: "none", role: "img", "aria-label": `${fraction(value)} ${between(row.low, row.high)}` },
    element("rect", { x: 0, y: 0, width: LONG, height: 11, class: "whole" }), element("rect", { x: 0, y: 0, width: LONG * value, height: 11, class: "own" }), sure));
}

function drawClasses() {
  const rows = sides[state.side].perClass.map((row, place) => ({ row: { name: data.classes[place], ...row }, place }));
  const rank = ({ row }) => row[sorted.key] ?? Infinity;
  const way = sorted.down ? -1 : 1;
  rows.sort((a, b) => (rank(a) < rank(b) ? -way : rank(a) > rank(b) ? way : a.place - b.place));
  const head = ([key, words]) => element("th", { scope: "col", class: TEXTS.has(key) ? "text" : null, title: data.texts[key] ?? null, "aria-sort": sorted.key === key ? (sorted.down ? "descending" : "ascending") : null },
    button(words, () => {
      sorted.down = sorted.key === key ? !sorted.down : false;
      sorted.key = key;
      drawClasses();
    }, { "data-focus": key }));
  const table = byId("by-class");
  fill(table.tHead, element("tr", {}, head(["name", "Class"]), ...data.of_class.map((key) => head([key, key])), element("th", { scope: "col", class: "text" }, `${data.main}, interval`), ...data.columns.map(([title, key]) => head([key, title]))));
  fill(table.tBodies[0], ...rows.map(({ row }) => element("tr", {}, element("th", { scope: "row" }, nameOf(row.name)),
    ...data.of_class.map((key) => cell(fraction(row[key]))), barOf(row),
    ...data.columns.map(([, key]) => (TEXTS.has(key) ? cell(row[key], "text") : cell(whole(row[key])))))));
}

when("begin side", drawClasses);
