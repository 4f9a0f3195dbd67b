// The page begins, when every section has said what it follows.
const MOST_PRINTED = 40;
const PAPER = { width: 660, height: 300 };

// Charts do not follow the width of paper by themselves, and nobody reads a table of a thousand rows on it.
function fitPaper() {
  for (const place of document.querySelectorAll(".js-plotly-plot")) charts().relayout(place, PAPER);
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
  for (const place of document.querySelectorAll(".js-plotly-plot")) charts().relayout(place, { width: null, height: null, autosize: true });
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
  if (PARTS) takeParts().then(goOn, sayUnread);
  else goOn();
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
  const [list] = await Promise.all([part(PARTS.images), loadScript(PARTS.charts), ...PARTS.columns.map(part)]);
  openColumns();
  fillGallery(list);
  announce("");
}

begin();
