const COUNTS = [["name", ""], ["tracks", "True tracks"], ["found", "Tracks"], ["truths", "Truth"], ["boxes", "Boxes"], ["IDSW", "IDSW"], ["Frag", "Frag"]];
const columnsOf = (side) => [...COUNTS, ...side.shown.map((key) => [key, key])];
const COUNTED = new Set(["tracks", "found", "truths", "boxes", "IDSW", "Frag"]);
const sorted = { key: null, down: false };
const shown = (key, row) => (key === "name" ? row.name : COUNTED.has(key) ? whole(row[key]) : fraction(row[key]));

function order(rows) {
  const places = rows.map((row, place) => ({ row, place }));
  if (sorted.key === null) return places;
  const rank = (row) => (row[sorted.key] === null ? -Infinity : row[sorted.key]);
  const way = sorted.down ? -1 : 1;
  return places.sort((a, b) => (rank(a.row) < rank(b.row) ? -way : rank(a.row) > rank(b.row) ? way : a.place - b.place));
}

function head(title) {
  return element("tr", {}, ...columnsOf(sides[state.side]).map(([key, words]) => element("th", { scope: "col", "aria-sort": sorted.key === key ? (sorted.down ? "descending" : "ascending") : null },
    button(words || title, () => {
      sorted.down = sorted.key === key ? !sorted.down : key !== "name";
      sorted.key = key;
      drawParts();
    }, { "data-focus": key }))));
}

const line = (row, first, kind = null) => element("tr", { class: kind }, element("th", { scope: "row" }, first), ...columnsOf(sides[state.side]).slice(1).map(([key]) => cell(shown(key, row))));

function drawParts() {
  const side = sides[state.side];
  const sequences = byId("by-sequence");
  fill(sequences.tHead, head("Sequence"));
  fill(sequences.tBodies[0], line(side.all, many ? `all, ${side.letter}` : "all", "total"),
    ...order(side.perSequence).map(({ row, place }) => line(row, button(data.sequences[place].name, () => {
      chooseSequence(place);
      byId("timelines").scrollIntoView();
    }, { "data-focus": `row ${place}` }), place === state.sequence ? "chosen" : null)));
  byId("classes-part").hidden = side.perClass.length < 2;
  const classes = byId("by-class");
  fill(classes.tHead, head("Class"));
  fill(classes.tBodies[0], ...order(side.perClass).map(({ row }) => line(row, row.name || "(no name)")));
}

when("begin side sequence", drawParts);
