// The data of the page, and the few words for numbers and elements that everything uses.
const data = JSON.parse(document.getElementById("data").textContent);
const arrays = { Float64Array, Float32Array, Uint16Array, Uint8Array, Int32Array };
const BACKGROUND = 65535;
const LEFT_OUT = 65534;

function unpack(held) {
  const text = atob(held.bytes);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new arrays[held.type](bytes.buffer);
}

const sides = data.results.map((result) => {
  const { score, category, outcome, confused, overlap, ...rest } = result.columns;
  const columns = { score, category, outcome, confused, overlap };
  for (const name of Object.keys(columns)) columns[name] = unpack(columns[name]);
  return { ...result, columns: { ...columns, ...rest } };
});
const classes = data.classes;
const state = { score: 0, side: 0, chosen: null, filter: null, order: "worst", shown: 24, sort: ["AP", -1], search: "" };

const byId = (id) => document.getElementById(id);

// An element with attributes, listeners (functions) and children; text is always text.
function element(tag, attributes = {}, ...children) {
  const svg = ["svg", "rect", "path", "text", "polyline", "g", "title"].includes(tag) && attributes.svg !== false;
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "svg" || value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

const fill = (parent, ...children) => parent.replaceChildren(...children);
const fraction = (value, digits = 3) => (value === null || value === undefined ? "n/a" : value.toFixed(digits));
const whole = (value) => value.toLocaleString("en-US");
const between = (low, high) => (low === null || low === undefined ? "" : `${fraction(low)} to ${fraction(high)}`);
const className = (place) => (place === classes.length ? "background" : classes[place] || "(no name)");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const short = (name, length = 28) => (name.length > length ? `${name.slice(0, length - 1)}…` : name);

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
