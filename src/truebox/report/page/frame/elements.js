// Elements and numbers as words; columns of numbers out of the page.
const arrays = { Float64Array, Float32Array, Uint16Array, Uint8Array, Int32Array, Int16Array };

// Bytes stand beside the type, or in a part under a number; long ones were inflated when the part came.
function unpack(held) {
  const column = held.part === undefined ? held : arrived.get(held.part)[held.at];
  return column.inflated ?? new arrays[held.type](bytesOf(column.bytes).buffer);
}

function bytesOf(text64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text64);
  const text = atob(text64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflated(text64) {
  if (typeof DecompressionStream === "undefined") throw new Error("This browser is too old to open the page: it lacks DecompressionStream");
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const sent = writer.write(bytesOf(text64)).then(() => writer.close());
  const pieces = [];
  try {
    const reader = stream.readable.getReader(); // a Response takes half as long again
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
    await sent;
  } catch (error) {
    sent.catch(() => {}); // it fails with the reader, for the same reason
    throw new Error(`A part of the page cannot be read: ${error.message}`);
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

// Long columns are deflated, some with all first bytes before all second ones.
async function inflate(held) {
  const bytes = await inflated(held.deflated);
  const kind = arrays[held.type];
  const count = bytes.length / kind.BYTES_PER_ELEMENT;
  const whole = held.planes ? new Uint8Array(bytes.length) : bytes;
  if (held.planes) for (let i = 0, at = 0; i < count; i++) for (let from = i; from < bytes.length; from += count) whole[at++] = bytes[from];
  held.inflated = new kind(whole.buffer);
}

// Every deflated column of a part.
const inflateAll = (columns) => Promise.all(columns.filter((held) => held.deflated !== undefined).map(inflate));

const byId = (id) => document.getElementById(id);
const on = (id, kind, does) => byId(id).addEventListener(kind, does);

// Marks that would turn the text around them are written out, wherever text comes from.
const OVERRIDES = /[\u061c\u200e\u200f\u202a-\u202e]/g;
const written = (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
const asText = (child) => (child instanceof Node ? child : String(child).replace(OVERRIDES, written));

// An element with attributes, listeners (functions) and children; text is always text.
function element(tag, attributes = {}, ...children) {
  const svg = ["svg", "rect", "path", "text", "line", "polyline", "g", "title", "image"].includes(tag) && attributes.svg !== false;
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "svg" || value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined).map(asText));
  return made;
}

// New children; the keyboard stays where it was, if something of the same key is there again.
function fill(parent, ...children) {
  const active = document.activeElement;
  const key = active && active !== parent && parent.contains(active) ? active.dataset.focus : undefined;
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined).map(asText));
  if (key !== undefined) [...parent.querySelectorAll("[data-focus]")].find((each) => each.dataset.focus === key)?.focus({ preventScroll: true });
}

const button = (words, click, more = {}) => element("button", { type: "button", click, ...more }, words);
const heading = (titles, text = []) => element("tr", {}, ...titles.map((title, i) => element("th", { scope: "col", class: text.includes(i) ? "text" : null }, title)));
// A p value as everywhere else, and a verdict in its colour with the reason behind it.
const LEAST_P = 0.001;
const pText = (p) => (p === null ? "" : p < LEAST_P ? "< .001" : fraction(p).replace(/^0/, ""));
const TONES = { better: "good", worse: "bad" };
const verdictCell = ({ verdict, reason, value }) => element("td", { class: `text ${TONES[verdict] ?? ""}`, title: reason }, verdict === "undefined" && value !== null ? "cannot tell" : verdict);
const cell = (value, kind = null) => element("td", { class: kind }, value);
const card = (name, value, beneath = null) => element("div", { class: "card" }, element("span", {}, name), element("b", {}, value), beneath === null ? null : element("span", { class: "beneath" }, beneath));
// As Python and every other report round: to the nearest, and a half to the even digit, where toFixed goes up.
function rounded(value, digits) {
  const text = value.toFixed(digits);
  if (!/^-?\d+(\.\d+)?$/.test(text) || Math.abs(value) >= 2 ** 52) return text;
  const exact = value.toFixed(Math.min(100, digits + 52));
  const rest = exact.slice(exact.indexOf(".") + 1 + digits);
  if (!/^50*$/.test(rest)) return text;
  const down = exact.slice(0, exact.length - rest.length).replace(/\.$/, "");
  return Number(down.at(-1)) % 2 ? text : down;
}
const fraction = (value, digits = 3) => (value === null || value === undefined ? "n/a" : rounded(value, digits));
const grouped = new Intl.NumberFormat("en-US"); // made once: making it takes longer than writing a number
const whole = (value) => grouped.format(value);
const signed = (value) => (value === null || value === undefined ? "n/a" : `${value < 0 ? "−" : "+"}${rounded(Math.abs(value), 3)}`);
const countOf = (count, one, more = `${one}s`) => `${whole(count)} ${count === 1 ? one : more}`;
const between = (low, high) => (low === null || low === undefined ? "" : `${fraction(low)} to ${fraction(high)}`);
// Names out of files may be written from right to left, or turn what stands around them: in a sentence they are
// kept apart, and what would turn it is written out.
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
const harmless = (name) => name.replace(TURNING, written);
const apart = (name) => (LEFTWARD.test(name) ? `\u2068${harmless(name)}\u2069` : harmless(name));
// A name that stands by itself, short; the whole of it is the tooltip.
const nameOf = (name, most = 40, whole = name) => element("bdi", { title: whole !== name || name.length > most ? harmless(whole) : null }, short(harmless(name), most));
// Of a path the end tells more; what was given a name of its own has no letter before it.
const sourceOf = ({ letter, source }, many) => [many && letter !== source ? `${letter} ` : null, element("bdi", { title: harmless(source) }, harmless(source.length > 40 ? `…${source.slice(-39)}` : source))];
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// At most so many letters of a name, its beginning and its end: names of one family differ at the end.
const short = (name, length = 28) => {
  const signs = [...name];
  if (signs.length <= length) return name;
  const end = Math.floor((length - 1) / 2);
  return `${signs.slice(0, length - 1 - end).join("")}…${signs.slice(signs.length - end).join("")}`;
};

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Text as a cell of CSV; what a spreadsheet would take for a formula is marked as text.
const quoted = (text) => `"${(/^[\s]*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
const csvCell = (value) => (value === null || value === undefined ? "" : typeof value === "number" ? value : quoted(String(value)));
const saveCsv = (name, titles, rows) => save(name, "text/csv", `${[titles, ...rows].map((row, i) => (i ? row.map(csvCell) : row).join(",")).join("\r\n")}\r\n`);

// A section without anything to show is hidden, and so is its link.
function hide(section, hidden) {
  byId(section).hidden = hidden;
  document.querySelector(`nav a[href="#${section}"]`).hidden = hidden;
}

// Words for screen readers.
const announce = (words) => fill(byId("said"), words);
