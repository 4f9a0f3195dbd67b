// The blocks of every other report: a function for each kind of block.
let tables = 0;
const blockOf = {
  heading: (block) => element("h3", {}, block.text),
  grid: (block) => element("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": `Table ${++tables}` }, element("table", {}, element("thead", {}, heading(block.header, [0])), element("tbody", {}, ...block.rows.filter((row) => row).map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))))))),
  notes: (block) => element("p", { class: "note" }, ...block.lines.flatMap((line, i) => (i ? [element("br"), line] : [line]))),
  sentences: (block) => element("div", {}, ...block.above.map((line) => element("p", {}, line)), element("ul", {}, ...block.items.map((item) => element("li", {}, item)))),
};

function drawTables() {
  whenSeen("tables-shown", () => fill(byId("tables-shown"), ...data.tables.map((block) => blockOf[block.kind](block))));
}

when("begin", drawTables);
on("save-tables", "click", () => save("truebox-report.md", "text/markdown", data.markdown));
