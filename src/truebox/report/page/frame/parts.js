// Parts of the data in files of their own, for pages of many images: scripts, which a page opened from disk may load
// too. Each says `trueboxPart(name, value)`. A page of one file holds everything, and asks for none of them.
const PARTS = JSON.parse(document.getElementById("data").textContent).parts ?? null;
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

// What does not come is said where it would stand.
function sayUnread(error) {
  const kept = PARTS ? " index.html and the folders beside it belong together: keep them in one folder, or, where this page is served, keep the server running." : "";
  fill(byId("unread"), `${error.message}.${kept}`);
  byId("unread").hidden = false;
}
