// Parts of the page follow events: those of any kind of page, and the buttons of its head.
// when("begin side", drawTable): `drawTable` runs at the start and whenever another result is shown.
function when(events, run) {
  for (const event of events.split(" ")) {
    if (!followers[event]) throw new Error(`no event "${event}": there are ${Object.keys(followers).join(", ")}`);
    followers[event].push(run);
  }
}

function happen(event) {
  for (const run of followers[event]) run();
}

function setSide(side) {
  state.side = side;
  document.querySelectorAll("[data-side]").forEach((each) => each.setAttribute("aria-pressed", Number(each.dataset.side) === side ? "true" : "false"));
  happen("side");
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
  on("theme", "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", dark.matches ? "true" : "false");
}
