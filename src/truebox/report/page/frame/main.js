// The page begins, when every section has said what it follows.
const MOST_PRINTED = 40;
const PAPER = { width: 660, height: 300 };
// Beside a chart a legend has its room whatever its length; above it, it would find its room after the printing.
const BESIDE = { "legend.orientation": "v", "legend.x": 1.02, "legend.y": 1, "legend.yanchor": "top", "margin.r": 130, "margin.t": 20, "legend.font.size": 9 };
const ABOVE = { "legend.orientation": "h", "legend.x": 0, "legend.y": 1.02, "legend.yanchor": "bottom", "margin.r": 15, "margin.t": 34, "legend.font.size": null };
const besideOnPaper = new Set();

function onPaper(place) {
  const named = place.data.filter((trace) => trace.name && trace.showlegend !== false).length;
  if (place.layout.showlegend === false || named < 2 || place.layout.legend?.orientation !== "h") return PAPER;
  besideOnPaper.add(place.id);
  return { ...PAPER, ...BESIDE };
}

// Charts do not follow the width of paper by themselves, and nobody reads a table of a thousand rows on it.
function fitPaper() {
  for (const place of document.querySelectorAll(".js-plotly-plot")) charts().relayout(place, onPaper(place));
  for (const body of document.querySelectorAll("tbody")) {
    const rows = [...body.rows];
    if (rows.length <= MOST_PRINTED) continue;
    rows.slice(MOST_PRINTED).forEach((row) => row.classList.add("unprinted"));
    body.append(element("tr", { class: "cut" }, element("td", { colspan: 30 }, `… ${whole(rows.length - MOST_PRINTED)} more rows are in the page itself, not on paper`)));
  }
}

function leavePaper() {
  document.querySelectorAll("tr.cut").forEach((each) => each.remove());
  document.querySelectorAll(".unprinted").forEach((each) => each.classList.remove("unprinted"));
  for (const place of document.querySelectorAll(".js-plotly-plot")) charts().relayout(place, { width: null, height: null, autosize: true, ...(besideOnPaper.delete(place.id) ? ABOVE : {}) });
}

// Paper is white, has a title and the day, and shows what was not yet looked at.
function preparePrinting() {
  let theme = null;
  addEventListener("beforeprint", () => {
    theme ??= document.documentElement.dataset.theme;
    leavePaper();
    fill(byId("on-paper"), element("b", {}, document.title), ` · ${byId("about").textContent} · printed ${new Date().toLocaleDateString("sv-SE")}`);
    setTheme("light");
    drawEverything();
    fitPaper();
  });
  addEventListener("afterprint", () => {
    leavePaper();
    if (theme) setTheme(theme);
    theme = null;
  });
}

function begin() {
  fill(byId("about"), `${data.protocol.name} ${data.protocol.mode} · ${data.protocol.geometry} · ${countOf(data.images, "image")}`);
  prepareScore();
  prepareSides();
  prepareTheme();
  preparePrinting();
  for (const run of followers.first) run();
  document.documentElement.dataset.first = "true";
  takeParts().then(goOn, sayUnread);
}

function goOn() {
  waits = false;
  happen("begin");
  prepareAddress();
  document.documentElement.dataset.ready = "true";
}

// The first screen stands before its data is longer than a screen: what is below waits for columns and images.
async function takeParts() {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  announce("The rest of the page is being read");
  const list = await readParts();
  openColumns();
  fillGallery(list);
  announce("");
}

begin();
