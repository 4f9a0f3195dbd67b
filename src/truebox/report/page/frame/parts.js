// The data of the page: what the first screen shows is there at once, the rest comes in parts. A page of one file
// holds them further below; a page of many images has files of their own, scripts, which a page opened from disk may
// load too. Each says `trueboxPart(name, value)`.
const data = JSON.parse(document.getElementById("data").textContent);
const PARTS = data.parts;
const arrived = new Map();
const asked = new Map();

window.trueboxPart = (name, value) => arrived.set(name, value);

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = element("script", { src: address, charset: "utf-8" });
    script.addEventListener("load", () => { script.remove(); resolve(); });
    script.addEventListener("error", () => { script.remove(); reject(new Error(`${address} could not be read`)); });
    document.head.append(script);
  });
}

// The value of a part, asked for once; what fails may be asked for again.
function part(name) {
  if (!asked.has(name)) asked.set(name, loadScript(`data/${name}.js`).then(() => arrived.get(name), (error) => { asked.delete(name); throw error; }));
  return asked.get(name);
}

// The same without keeping it, for what passes through once.
async function partOnce(name) {
  if (asked.has(name)) return asked.get(name);
  await loadScript(`data/${name}.js`);
  const value = arrived.get(name);
  arrived.delete(name);
  return value;
}

// Of a page of one file all parts, as soon as the whole of it was read; and the script that draws charts.
let chartsScript = "";

async function restOfFile() {
  if (document.readyState === "loading") await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  for (const [name, value] of Object.entries(takeText("rest", JSON.parse))) {
    trueboxPart(name, value);
    asked.set(name, value);
  }
  chartsScript = new TextDecoder().decode(await inflated(takeText("plotly", String)));
}

function takeText(id, read) {
  const holder = byId(id);
  const value = read(holder.textContent);
  holder.remove();
  return value;
}

// Everything that the page needs below its first screen; the list of images is the answer.
async function readParts() {
  if (PARTS.charts) await Promise.all([part(PARTS.images), loadScript(PARTS.charts), ...PARTS.columns.map(part)]);
  else await restOfFile();
  await Promise.all(PARTS.columns.map((name) => inflateAll(arrived.get(name))));
  return arrived.get(PARTS.images);
}

// What does not come is said where it would stand.
function sayUnread(error) {
  const kept = PARTS.charts ? " index.html and the folders beside it belong together: keep them in one folder, or, where this page is served, keep the server running." : "";
  fill(byId("unread"), `${error.message}.${kept}`);
  byId("unread").hidden = false;
}
