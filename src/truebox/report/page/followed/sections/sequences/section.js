const COUNTS = [["length", "Frames"], ["truths", "Counted"], ["lost", "Lost"]];
const sorted = { key: data.main, down: false };

function drawSequences() {
  const rows = sides[state.side].perSequence.map((row, place) => ({ row: { name: data.sequences[place], ...row }, place }));
  const rank = (row) => (row[sorted.key] === null ? -Infinity : row[sorted.key]);
  const way = sorted.down ? -1 : 1;
  rows.sort((a, b) => (rank(a.row) < rank(b.row) ? -way : rank(a.row) > rank(b.row) ? way : a.place - b.place));
  const columns = [["name", "Sequence"], ...data.metrics.map((key) => [key, key]), ...COUNTS];
  const table = byId("by-sequence");
  fill(table.tHead, element("tr", {}, ...columns.map(([key, words]) => element("th", { scope: "col", title: data.texts[key] ?? null, "aria-sort": sorted.key === key ? (sorted.down ? "descending" : "ascending") : null },
    button(words, () => {
      sorted.down = sorted.key === key ? !sorted.down : key === "lost";
      sorted.key = key;
      drawSequences();
    }, { "data-focus": key })))));
  fill(table.tBodies[0], ...rows.map(({ row, place }) => element("tr", { class: place === state.sequence ? "chosen" : null },
    element("th", { scope: "row" }, button(nameOf(row.name), () => chooseSequence(place), { "data-focus": `row ${place}`, "aria-pressed": place === state.sequence ? "true" : "false" })),
    ...data.metrics.map((key) => cell(fraction(row[key]))), ...COUNTS.map(([key]) => cell(whole(row[key]))))));
}

when("begin side sequence", drawSequences);
