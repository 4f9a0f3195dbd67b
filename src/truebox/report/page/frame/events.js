// What happens on the page, and who follows: a part of the page names the events at which its functions run.
const followers = { begin: [], side: [], score: [], rest: [], choose: [], filter: [], look: [], theme: [] };

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

// A class is chosen; choosing it again takes it back.
function choose(place) {
  state.chosen = state.chosen === place ? null : place;
  state.filter = state.chosen === null ? null : { kind: "class", place, text: `with ${className(place)}` };
  state.shown = IMAGES_AT_ONCE;
  happen("choose");
  announce(state.chosen === null ? "All classes" : `Class ${className(place)}: curves and images are of it`);
}

// Only the images that pass a filter are shown, and looked at; null lets all pass.
function setFilter(filter) {
  state.filter = filter;
  state.shown = IMAGES_AT_ONCE;
  if (filter && filter.side !== undefined && filter.side !== state.side) setSide(filter.side);
  else happen("filter");
  if (filter) happen("look");
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

Object.assign(window.truebox, { setFilter });
