// Parts of the page follow events: those of any kind of page, and the buttons of its head.
// when("begin side", drawTable): `drawTable` runs at the start and whenever another result is shown.
function when(events, run) {
  for (const event of events.split(" ")) {
    if (!followers[event]) throw new Error(`no event "${event}": there are ${Object.keys(followers).join(", ")}`);
    followers[event].push(run);
  }
}

// While parts of the data are on their way, only the first screen follows.
let waits = Boolean(data.parts);

function happen(event) {
  for (const run of followers[waits ? "first" : event]) run();
}

function setSide(side) {
  state.side = side;
  document.querySelectorAll("[data-side]").forEach((each) => each.setAttribute("aria-pressed", Number(each.dataset.side) === side ? "true" : "false"));
  happen("side");
}

// What a reader set on one page and wants on the next; a browser may keep nothing for a file.
function remember(name, value) {
  try {
    localStorage.setItem(`truebox-${name}`, value);
  } catch {
    // then it holds for this page
  }
}

function remembered(name) {
  try {
    const value = localStorage.getItem(`truebox-${name}`);
    return ["dark", "light"].includes(value) ? value : null;
  } catch {
    return null;
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", theme === "dark" ? "true" : "false");
  happen("theme");
}

function prepareSides() {
  const group = () => sides.map((side, i) => button(side.letter, () => setSide(i), { "aria-pressed": i ? "false" : "true", "data-side": i, class: `side-${i}`, title: side.source }));
  for (const place of document.querySelectorAll(".sides")) {
    place.hidden = !many;
    if (many) place.append(...group());
  }
  for (const each of document.querySelectorAll(".only-many")) each.hidden = !many;
}

function prepareTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const own = () => remembered("theme");
  const first = own() ?? (dark.matches ? "dark" : "light");
  on("theme", "click", () => {
    const wanted = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    remember("theme", wanted);
    setTheme(wanted);
  });
  dark.addEventListener("change", () => own() || setTheme(dark.matches ? "dark" : "light"));
  document.documentElement.dataset.theme = first;
  byId("theme").setAttribute("aria-pressed", first === "dark" ? "true" : "false");
}
