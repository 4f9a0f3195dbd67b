// The tables: classes, confusion, slices.
const COLUMNS = [
  ["Class", (row) => row.name], ["Truths", (row) => row.truths], ["Detections", (row) => row.detections],
  ["P", (row) => row.now.precision], ["R", (row) => row.now.recall], ["F1", (row) => row.now.f1],
  ["AP50", (row) => row.metrics.AP50 ?? null], ["AP75", (row) => row.metrics.AP75 ?? null], ["AP", (row) => row.metrics.AP ?? null],
];

function classRows() {
  const now = countsAt(sides[state.side], state.score).perClass;
  const other = sides.length > 1 ? sides[1 - state.side] : null;
  return sides[state.side].perClass.map((row, place) => ({ ...row, place, now: now[place], other: other ? other.perClass[place].metrics.AP : null }));
}

function sorted(rows) {
  const [name, direction] = state.sort;
  const value = COLUMNS.find(([title]) => title === name)[1];
  return rows.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return typeof x === "string" ? direction * x.localeCompare(y) : direction * (x - y);
  });
}

function spark(values) {
  if (!values) return "";
  const points = values.filter((_, i) => i % 5 === 0).map((value, i, all) => `${((i / (all.length - 1)) * 60).toFixed(1)},${(17 - 16 * value).toFixed(1)}`);
  return element("svg", { width: 60, height: 18, class: "spark", "aria-hidden": "true" }, element("polyline", { points: points.join(" "), fill: "none", stroke: "currentColor" }));
}

function drawClassTable() {
  const table = byId("class-table");
  const head = element("tr", {}, ...COLUMNS.map(([title]) => {
    const own = state.sort[0] === title;
    const sort = () => { state.sort = [title, own ? -state.sort[1] : title === "Class" ? 1 : -1]; drawClassTable(); };
    return element("th", { scope: "col", "aria-sort": own ? (state.sort[1] > 0 ? "ascending" : "descending") : "none" }, element("button", { type: "button", click: sort }, title, own ? (state.sort[1] > 0 ? " ▲" : " ▼") : ""));
  }), element("th", { scope: "col" }, `${Math.round(100 * (sides[state.side].level ?? 0.95))} % interval`), element("th", { scope: "col" }, "PR at .5"), sides.length > 1 ? element("th", { scope: "col" }, `AP ${sides[1 - state.side].letter}`) : null);
  const wanted = state.search.toLowerCase();
  const rows = sorted(classRows().filter((row) => row.name.toLowerCase().includes(wanted)));
  const curves = Object.values(sides[state.side].precision.perClass)[0];
  fill(table.tHead, head);
  fill(table.tBodies[0], ...rows.map((row) => element("tr", { class: row.place === state.chosen ? "chosen" : null },
    element("td", {}, element("button", { type: "button", title: row.name, click: () => choose(row.place), "aria-pressed": row.place === state.chosen ? "true" : "false" }, row.name || "(no name)")),
    element("td", {}, whole(row.truths)), element("td", {}, whole(row.detections)),
    ...["precision", "recall", "f1"].map((name) => element("td", {}, fraction(row.now[name]))),
    ...["AP50", "AP75", "AP"].map((name) => element("td", {}, fraction(row.metrics[name]))),
    element("td", {}, between(row.low, row.high)), element("td", {}, spark(curves && curves[row.place])),
    sides.length > 1 ? element("td", {}, fraction(row.other)) : null)));
}

function exportClasses() {
  const quoted = (text) => `"${(/^[\s]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
  const lines = [["class", "truths", "detections", "score", "precision", "recall", "f1", "AP50", "AP75", "AP", "low", "high"].join(",")];
  for (const row of classRows()) lines.push([quoted(row.name), row.truths, row.detections, state.score, row.now.precision ?? "", row.now.recall ?? "", row.now.f1 ?? "", row.metrics.AP50 ?? "", row.metrics.AP75 ?? "", row.metrics.AP ?? "", row.low ?? "", row.high ?? ""].join(","));
  save("classes.csv", "text/csv", `${lines.join("\r\n")}\r\n`);
}

function openCell(row, column, side = state.side) {
  const text = row === classes.length ? `${className(column)} found on the background` : column === classes.length ? `${className(row)} that nothing finds` : `${className(row)} taken for ${className(column)}`;
  setFilter({ kind: "cell", row, column, side, text: row === column ? `${className(row)} found` : text });
}

const LARGEST_TABLE = 20;

function drawConfusion() {
  const size = classes.length + 1;
  const matrix = confusionAt(sides[state.side], state.score);
  const kind = byId("confusion-kind").value;
  const rowSums = new Float64Array(size);
  const columnSums = new Float64Array(size);
  for (let i = 0; i < size * size; i++) { rowSums[Math.floor(i / size)] += matrix[i]; columnSums[i % size] += matrix[i]; }
  const share = (i) => (kind === "column" ? matrix[i] / Math.max(1, columnSums[i % size]) : matrix[i] / Math.max(1, rowSums[Math.floor(i / size)]));
  const shown = (i) => (kind === "count" ? whole(matrix[i]) : matrix[i] ? fraction(share(i), 2) : "0");
  const place = byId("confusion-matrix");
  if (size <= LARGEST_TABLE + 1) {
    const head = element("tr", {}, element("td", {}), ...Array.from({ length: size }, (_, k) => element("th", { scope: "col", title: className(k) }, short(className(k), 14))));
    const body = Array.from({ length: size }, (_, row) => element("tr", {}, element("th", { scope: "row", title: className(row) }, short(className(row), 14)), ...Array.from({ length: size }, (_, column) => {
      const i = row * size + column;
      const empty = row === size - 1 && column === size - 1;
      const label = `${className(row)} as ${className(column)}: ${matrix[i]}`;
      return element("td", { class: row === column && !empty ? "own" : null, style: `background: rgba(${colour("--heat")}, ${(0.75 * Math.sqrt(share(i))).toFixed(3)})` }, empty ? "" : element("button", { type: "button", class: matrix[i] ? null : "zero", "aria-label": label, title: label, "data-cell": `${row},${column}`, click: () => openCell(row, column) }, shown(i)));
    })));
    fill(place, element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body)));
  } else {
    if (!byId("chart-confusion")) fill(place, element("div", { id: "chart-confusion", style: "height: min(90vw, 56rem)" }));
    const names = Array.from({ length: size }, (_, k) => `${k} ${literal(className(k))}`);
    const z = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === size - 1 && column === size - 1 ? null : Math.sqrt(share(row * size + column)))));
    const text = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => shown(row * size + column)));
    draw("chart-confusion", [{ type: "heatmap", z, text, x: names, y: names, showscale: false, colorscale: [[0, `rgba(${colour("--heat")}, 0)`], [1, `rgb(${colour("--heat")})`]], hovertemplate: "true %{y}<br>predicted %{x}<br>%{text}<extra></extra>" }], layout("predicted", "true", { yaxis: { autorange: "reversed", tickfont: { size: 9 } }, xaxis: { tickfont: { size: 9 } } }), (event) => openCell(event.points[0].pointIndex[0], event.points[0].pointIndex[1]));
  }
  const pairs = [];
  for (let row = 0; row < size - 1; row++) for (let column = 0; column < size - 1; column++) if (row !== column && matrix[row * size + column]) pairs.push([matrix[row * size + column], row, column]);
  pairs.sort((a, b) => b[0] - a[0]);
  fill(byId("confusion-list"), ...pairs.slice(0, 12).map(([count, row, column]) => element("li", {}, element("button", { type: "button", click: () => openCell(row, column) }, `${className(row)} taken for ${className(column)}: ${whole(count)}`))));
  if (!pairs.length) fill(byId("confusion-list"), element("li", {}, "At this score no class is taken for another."));
}

function drawSlices() {
  const head = element("tr", {}, ...["Part", "", "Images", "Truths", "AP50", "AP", "Recall", "Elsewhere", "p"].map((title) => element("th", { scope: "col", class: title === "" ? "text" : null }, title)));
  fill(byId("slice-table").tHead, head);
  fill(byId("slice-table").tBodies[0], ...sides[state.side].slices.rows.map((row) => element("tr", {}, element("td", {}, row.by), element("td", { class: "text" }, row.label), element("td", {}, whole(row.images)), element("td", {}, whole(row.truths)), element("td", {}, fraction(row.ap50)), element("td", {}, fraction(row.ap)), element("td", { class: row.worse ? "bad" : null }, fraction(row.recall)), element("td", {}, fraction(row.elsewhere)), element("td", {}, row.p_value === null ? "" : row.p_value < 0.001 ? "< .001" : fraction(row.p_value)))));
  const suspects = sides[state.side].suspects;
  const wanted = { missing: "perhaps not annotated", class: "perhaps the wrong class", box: "perhaps a badly drawn box", duplicate: "perhaps annotated twice" };
  fill(byId("suspects"), element("h3", {}, "Likely mistakes in the truth"), suspects.length ? element("ol", { class: "links" }, ...suspects.slice(0, 20).map((each) => element("li", {}, element("button", { type: "button", click: () => setFilter({ kind: "image", id: each.image_id, text: `image ${each.image_id}` }) }, `image ${each.image_id}: ${each.proposed && each.written ? `${each.written}, perhaps ${each.proposed}` : each.proposed ? `${each.proposed} ${wanted[each.kind]}` : `${each.written ?? ""} ${wanted[each.kind]}`} (${fraction(each.suspicion, 2)})`)))) : element("p", {}, "None stands out."));
}
