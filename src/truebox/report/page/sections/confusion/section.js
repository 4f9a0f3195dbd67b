// Which class is taken for which: a table, or for many classes a heat map. Of many, those that are confused most are
// shown at first; where the truth names groups of classes, groups are shown too, and a cell opens its classes.
const LARGEST_TABLE = 20;
const MANY_CLASSES = 40;

const background = classes.length;
const every = classes.map((_, place) => place);
const groupNames = data.groups ? [...new Set(data.groups)] : [];
const ofGroup = (name) => every.filter((place) => data.groups[place] === name);
const classUnit = (place) => ({ name: rawClass(place), places: [place] });
const groupUnit = (name) => ({ name, places: ofGroup(name), group: true });
const openCell = (row, column, side = state.side) => setFilter({ cell: [row, column] }, side);

// How often one of these is taken for one of those.
function sumOf(matrix, rows, columns) {
  let sum = 0;
  for (const row of rows) for (const column of columns) sum += matrix[row * (background + 1) + column];
  return sum;
}

// The classes that are confused with others most often.
function mostConfused(matrix, most) {
  const off = every.map((k) => every.reduce((sum, other) => sum + (other === k ? 0 : matrix[k * (background + 1) + other] + matrix[other * (background + 1) + k]), 0));
  const chosen = [...every].sort((a, b) => off[b] - off[a] || a - b).slice(0, most);
  return chosen.sort((a, b) => a - b);
}

// Rows and columns of the matrix: single classes or groups, and the background.
function shownUnits(matrix) {
  const asked = byId("confusion-classes").value;
  if (asked === "groups") return [groupNames.map(groupUnit), groupNames.map(groupUnit)];
  if (asked.startsWith("in ")) {
    const [row, column] = asked.slice(3).split(",").map((place) => ofGroup(groupNames[place]).map(classUnit));
    return [row, column];
  }
  const places = asked === "all" || Number(asked) >= classes.length ? every : mostConfused(matrix, Number(asked));
  const units = places.map(classUnit);
  return [units, units];
}

const sameUnit = (row, column) => row.places.length === column.places.length && row.places.every((place, i) => place === column.places[i]);

// The numbers of the cells, their shares of a row or a column of the whole matrix, and both as text.
function tabled() {
  const matrix = confusionAt(sides[state.side], state.score);
  const kind = byId("confusion-kind").value;
  const everything = [...every, background];
  const shown = shownUnits(matrix).map((units) => [...units, classUnit(background)]);
  const [rows, columns] = shown;
  const [rowSums, columnSums] = [rows.map((row) => sumOf(matrix, row.places, everything)), columns.map((column) => sumOf(matrix, everything, column.places))];
  const empty = (row, column) => (row.places[0] === background && column.places[0] === background) || (sameUnit(row, column) && !byId("confusion-diagonal").checked);
  const cells = rows.map((row, i) => columns.map((column, j) => {
    if (empty(row, column)) return null;
    const count = sumOf(matrix, row.places, column.places);
    const share = count / Math.max(1, kind === "column" ? columnSums[j] : rowSums[i]);
    return { row, column, count, share, text: kind === "count" ? whole(count) : count ? fraction(share, 2) : "0" };
  }));
  return { matrix, rows, columns, cells };
}

// A cell of two classes shows their images, one of two groups their classes.
function openUnits({ row, column }) {
  const held = [row, column].find((unit) => unit.group);
  if (!held) return openCell(row.places[0], column.places[0]);
  const place = (unit) => groupNames.indexOf((unit.group ? unit : held).name);
  showClasses(`in ${place(row)},${place(column)}`);
}

function showClasses(asked) {
  const choices = byId("confusion-classes");
  if (![...choices.options].some((each) => each.value === asked)) {
    const [row, column] = asked.slice(3).split(",").map((place) => groupNames[place]);
    choices.append(element("option", { value: asked }, row === column ? `of ${row}` : `${row} taken for ${column}`));
  }
  choices.value = asked;
  drawConfusion();
  choices.focus();
}

function drawConfusion() {
  fill(byId("confusion-iou"), `${MEASURE} of ${sides[state.side].columns.iou}`);
  const made = tabled();
  const { matrix, rows, columns, cells } = made;
  if (Math.max(rows.length, columns.length) <= LARGEST_TABLE + 1) drawMatrix(rows, columns, cells);
  else drawHeat(made);
  drawNote(rows);
  const pairs = [];
  for (const row of every) for (const column of every) if (row !== column && matrix[row * (background + 1) + column]) pairs.push([matrix[row * (background + 1) + column], row, column]);
  pairs.sort((a, b) => b[0] - a[0]);
  const items = pairs.slice(0, 12).map(([count, row, column]) => element("li", {}, button(`${className(row)} taken for ${className(column)}: ${whole(count)}`, () => openCell(row, column), { "data-focus": `${row} ${column}` })));
  fill(byId("confusion-list"), ...(items.length ? items : [element("li", {}, "At this score no class is taken for another.")]));
}

function drawNote(rows) {
  const asked = byId("confusion-classes").value;
  const back = asked.startsWith("in ") ? button("All groups", () => showClasses("groups"), { class: "plain" }) : null;
  const left = classes.length - rows.length + 1;
  const words = asked === "groups" ? "The diagonal of a group holds its classes taken for each other, too. Choose a cell to see its classes." : left > 0 && !back ? `${whole(rows.length - 1)} of ${countOf(classes.length, "class", "classes")}; shares are of the whole matrix.` : "";
  fill(byId("confusion-note"), words, back);
}

function drawMatrix(rows, columns, cells) {
  const heat = colour("--heat");
  const title = ({ name }) => harmless(name);
  const head = element("tr", {}, element("td", {}, "true ↓  predicted →"), ...columns.map((unit) => element("th", { scope: "col", title: title(unit) }, nameOf(unit.name, 14))));
  const body = rows.map((row, i) => element("tr", {}, element("th", { scope: "row", title: title(row) }, nameOf(row.name, 14)), ...columns.map((column, j) => {
    const held = cells[i][j];
    if (!held) return element("td", {}, "");
    const label = `${apart(row.name)} as ${apart(column.name)}: ${held.count}`;
    const key = `${row.group ? row.name : row.places[0]},${column.group ? column.name : column.places[0]}`;
    const style = `background: rgba(${heat}, ${(0.75 * Math.sqrt(held.share)).toFixed(3)})`;
    return element("td", { class: sameUnit(row, column) ? "own" : null, style }, button(held.text, () => openUnits(held), { class: held.count ? null : "zero", "aria-label": label, title: label, "data-cell": key, "data-focus": key }));
  })));
  fill(byId("confusion-matrix"), element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body)));
}

// The matrix as a chart: on the page that of many classes, in a file every one.
function heatOf({ rows, columns, cells }, height) {
  const names = (units) => units.map(({ name }, k) => `${k} ${literal(apart(name))}`);
  const heat = colour("--heat");
  const ticks = (units) => {
    const few = Math.max(1, Math.ceil((units.length * 11) / Math.max(1, height - 150)));
    const last = units.length - 1; // the background is always named
    const named = names(units).filter((_, k) => k === last || (k % few === 0 && last - k >= few));
    return { tickmode: "array", tickvals: named, ticktext: named.map((name) => name.replace(/^\d+ /, "")), tickfont: { size: 9 } };
  };
  const texts = cells.map((row) => row.map((each) => each?.text ?? ""));
  const small = rows.length <= LARGEST_TABLE + 1;
  const trace = { type: "heatmap", z: cells.map((row) => row.map((each) => each && Math.sqrt(each.share))), text: texts, texttemplate: small ? "%{text}" : "", x: names(columns), y: names(rows), showscale: false, colorscale: [[0, `rgba(${heat}, 0)`], [1, `rgba(${heat}, ${small ? 0.75 : 1})`]], hovertemplate: "true %{y}<br>predicted %{x}<br>%{text}<extra></extra>" };
  return [[trace], layout("predicted", "true", { yaxis: { autorange: "reversed", ...ticks(rows) }, xaxis: { ...ticks(columns), tickangle: small ? "auto" : 90 } })];
}

function drawHeat(made) {
  if (!byId("chart-confusion")) fill(byId("confusion-matrix"), element("div", { id: "chart-confusion" }));
  whenSeen("chart-confusion", () => {
    const place = byId("chart-confusion");
    place.shown = made;
    draw("chart-confusion", ...heatOf(made, place.clientHeight), `Confusion matrix of ${countOf(made.rows.length - 1, "class", "classes")} and the background; the most frequent confusions are listed below.`, (event) => {
      const [row, column] = event.points[0].pointIndex;
      if (place.shown.cells[row][column]) openUnits(place.shown.cells[row][column]);
    });
  });
}

function saveMatrix(format) {
  const made = tabled();
  if (format === "csv") return saveCsv("confusion.csv", ["true", "predicted", "count", "share"], made.cells.flat().filter(Boolean).map((each) => [each.row.name, each.column.name, each.count, each.share]));
  const size = Math.min(1600, 260 + 36 * made.rows.length);
  return saveFigure("confusion", format, ...heatOf(made, size), { width: size, height: size });
}

function prepareConfusion() {
  const most = [10, 20].filter((count) => count < classes.length);
  const choices = [["all", "all"], ...most.map((count) => [String(count), `the ${count} most confused`]), ...(data.groups ? [["groups", `in ${groupNames.length} groups`], ...groupNames.map((name, place) => [`in ${place},${place}`, `of ${name}`])] : [])];
  fill(byId("confusion-classes"), ...choices.map(([value, words]) => element("option", { value }, words)));
  byId("confusion-classes").value = classes.length > MANY_CLASSES ? "20" : "all";
  fill(byId("confusion-save"), "Save this matrix: ", ...["png", "svg", "csv"].map((format) => button(format.toUpperCase(), () => saveMatrix(format), { "data-save": format, title: `Save this matrix as ${format.toUpperCase()}` })));
}

when("begin", prepareConfusion);
when("begin side score theme", drawConfusion);
for (const id of ["kind", "classes", "diagonal"]) on(`confusion-${id}`, "change", drawConfusion);
