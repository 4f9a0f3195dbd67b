// Which class is taken for which: a table, or for many classes a heat map.
const LARGEST_TABLE = 20;

const openCell = (row, column, side = state.side) => setFilter({ cell: [row, column] }, side);

function drawConfusion() {
  const size = classes.length + 1;
  fill(byId("confusion-iou"), `${MEASURE} of ${sides[state.side].columns.iou}`);
  const matrix = confusionAt(sides[state.side], state.score);
  const kind = byId("confusion-kind").value;
  const rowSums = new Float64Array(size);
  const columnSums = new Float64Array(size);
  for (let i = 0; i < size * size; i++) { rowSums[Math.floor(i / size)] += matrix[i]; columnSums[i % size] += matrix[i]; }
  const share = (i) => (kind === "column" ? matrix[i] / Math.max(1, columnSums[i % size]) : matrix[i] / Math.max(1, rowSums[Math.floor(i / size)]));
  const shown = (i) => (kind === "count" ? whole(matrix[i]) : matrix[i] ? fraction(share(i), 2) : "0");
  const places = shownPlaces(matrix, size);
  if (places.length <= LARGEST_TABLE + 1) drawMatrix(matrix, size, places, share, shown);
  else drawHeat(size, share, shown);
  const pairs = [];
  for (let row = 0; row < size - 1; row++) for (let column = 0; column < size - 1; column++) if (row !== column && matrix[row * size + column]) pairs.push([matrix[row * size + column], row, column]);
  pairs.sort((a, b) => b[0] - a[0]);
  const items = pairs.slice(0, 12).map(([count, row, column]) => element("li", {}, button(`${className(row)} taken for ${className(column)}: ${whole(count)}`, () => openCell(row, column), { "data-focus": `${row} ${column}` })));
  fill(byId("confusion-list"), ...(items.length ? items : [element("li", {}, "At this score no class is taken for another.")]));
}

// The classes that are confused with others most often, with what they are confused with, and the background.
function shownPlaces(matrix, size) {
  const every = Array.from({ length: size }, (_, k) => k);
  const most = byId("confusion-classes").value;
  if (most === "all" || Number(most) >= size - 1) return every;
  const off = every.map((k) => every.slice(0, -1).reduce((sum, other) => sum + (other === k || k === size - 1 ? 0 : matrix[k * size + other] + matrix[other * size + k]), 0));
  const chosen = every.slice(0, -1).sort((a, b) => off[b] - off[a] || a - b).slice(0, Number(most));
  return [...chosen.sort((a, b) => a - b), size - 1];
}

const hidesOwn = (row, column) => row === column && !byId("confusion-diagonal").checked;

function drawMatrix(matrix, size, places, share, shown) {
  const heat = colour("--heat");
  const head = element("tr", {}, element("td", {}, "true ↓  predicted →"), ...places.map((k) => element("th", { scope: "col", title: className(k) }, nameOf(rawClass(k), 14))));
  const body = places.map((row) => element("tr", {}, element("th", { scope: "row", title: className(row) }, nameOf(rawClass(row), 14)), ...places.map((column) => {
    const i = row * size + column;
    const empty = (row === size - 1 && column === size - 1) || hidesOwn(row, column);
    const label = `${className(row)} as ${className(column)}: ${matrix[i]}`;
    const style = empty ? null : `background: rgba(${heat}, ${(0.75 * Math.sqrt(share(i))).toFixed(3)})`;
    return element("td", { class: row === column && !empty ? "own" : null, style }, empty ? "" : button(shown(i), () => openCell(row, column), { class: matrix[i] ? null : "zero", "aria-label": label, title: label, "data-cell": `${row},${column}`, "data-focus": `${row},${column}` }));
  })));
  fill(byId("confusion-matrix"), element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body)));
}

function drawHeat(size, share, shown) {
  if (!byId("chart-confusion")) fill(byId("confusion-matrix"), element("div", { id: "chart-confusion" }));
  whenSeen("chart-confusion", () => {
    const names = Array.from({ length: size }, (_, k) => `${k} ${literal(className(k))}`);
    const z = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => ((row === size - 1 && column === size - 1) || hidesOwn(row, column) ? null : Math.sqrt(share(row * size + column)))));
    const text = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => shown(row * size + column)));
    const heat = colour("--heat");
    const few = Math.max(1, Math.ceil((size * 11) / Math.max(1, byId("chart-confusion").clientHeight - 150)));
    const ticks = { tickmode: "array", tickvals: names.filter((_, k) => k % few === 0), ticktext: names.filter((_, k) => k % few === 0).map((name) => name.replace(/^\d+ /, "")), tickfont: { size: 9 } };
    draw("chart-confusion", [{ type: "heatmap", z, text, x: names, y: names, showscale: false, colorscale: [[0, `rgba(${heat}, 0)`], [1, `rgb(${heat})`]], hovertemplate: "true %{y}<br>predicted %{x}<br>%{text}<extra></extra>" }], layout("predicted", "true", { yaxis: { autorange: "reversed", ...ticks }, xaxis: { ...ticks, tickangle: 90 } }), `Confusion matrix of ${size - 1} classes and the background; the most frequent confusions are listed below.`, (event) => openCell(event.points[0].pointIndex[0], event.points[0].pointIndex[1]));
  });
}

when("begin side score theme", drawConfusion);
for (const id of ["kind", "classes", "diagonal"]) on(`confusion-${id}`, "change", drawConfusion);
