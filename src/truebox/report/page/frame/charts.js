// Charts by Plotly, in the colours of the page.
function layout(x, y, more = {}) {
  const ink = colour("--ink");
  const axis = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--line") };
  return {
    margin: { l: 55, r: 15, t: 34, b: 45 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: ink, size: 12, family: "system-ui, sans-serif" },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    hovermode: "closest",
    ...more,
    xaxis: { title: { text: x }, automargin: true, ...axis, ...(more.xaxis || {}) },
    yaxis: { title: { text: y }, automargin: true, ...axis, ...(more.yaxis || {}) },
  };
}

// Of numbers that are all 0 or not there Plotly would draw the axis from -1 to 1.
const upFromZero = (values) => (values.some((value) => value > 0) ? { rangemode: "tozero" } : { range: [0, 1] });

// Powers of ten have names, and the digits between them none: 2 5 10 2 5 100 is read wrongly. Few need no powers.
const upByTens = (values) => (values.some((value) => value > 20) ? { type: "log", dtick: 1, minor: { ticks: "outside", ticklen: 3 } } : upFromZero(values));

const settings = { displayModeBar: false, responsive: true };

function draw(id, traces, shape, label, clicked = null) {
  const place = byId(id);
  charts().react(place, traces, shape, settings);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", label);
  if (clicked && !place.listening) {
    place.on("plotly_click", clicked);
    place.listening = true;
  }
  writeNumbers(place, traces, shape);
}

const MOST_NUMBERS = 21;

// The numbers of a chart as a table, for those who cannot see it; made when it is opened.
function writeNumbers(place, traces, shape) {
  const figure = place.closest("figure");
  if (!figure) return;
  let numbers = figure.querySelector("details.numbers");
  if (!numbers) {
    numbers = element("details", { class: "numbers" }, element("summary", {}, "Numbers, and the chart as a file"), element("div", { class: "tools" }), element("div", { class: "scroll", tabindex: 0 }));
    numbers.addEventListener("toggle", () => numbers.open && numbers.make());
    figure.append(numbers);
  }
  numbers.make = () => {
    const number = (value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value ?? "n/a");
    const rows = traces.flatMap((trace) => {
      const step = Math.max(1, (trace.x.length - 1) / (MOST_NUMBERS - 1));
      const places = Array.from({ length: Math.min(MOST_NUMBERS, trace.x.length) }, (_, i) => Math.round(i * step));
      return places.map((i) => element("tr", {}, cell(trace.name ?? ""), cell(number(trace.x[i])), cell(number(trace.y[i]))));
    });
    fill(numbers.lastChild, element("table", {}, element("thead", {}, heading(["Series", shape.xaxis.title.text || "x", shape.yaxis.title.text || "value"])), element("tbody", {}, ...rows)));
  };
  if (numbers.open) numbers.make();
  const name = place.id.replace("chart-", "");
  fill(numbers.querySelector(".tools"), ...["png", "svg"].map((format) => button(format.toUpperCase(), () => saveChart(place, name, format), { "data-save": format, title: `Save this chart as ${format.toUpperCase()}` })), button("CSV", () => saveCsv(`${name}.csv`, ["series", "x", "y"], traces.flatMap((trace) => [...trace.x].map((x, i) => [trace.name ?? "", x, trace.y[i]]))), { "data-save": "csv", title: "Save all numbers of this chart as CSV" }));
}

async function saveChart(place, name, format) {
  const { width, height } = place.getBoundingClientRect();
  await savePicture(name, format, place, { width, height });
}

// A chart that is not on the page, such as that of a table.
const saveFigure = (name, format, traces, shape, size) => savePicture(name, format, { data: traces, layout: { ...shape, paper_bgcolor: colour("--ground") } }, size);

async function savePicture(name, format, figure, { width, height }) {
  const address = await charts().toImage(figure, { format, width: Math.round(width), height: Math.round(height), scale: 2 });
  element("a", { href: address, download: `${name}.${format}` }).click();
}

// Plotly reads a few tags in labels: text out of files is shown as it is.
const literal = (text) => short(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\$/g, "$\u200b");
const ofClass = () => (state.chosen === null ? "all classes" : `class ${className(state.chosen)}`);
