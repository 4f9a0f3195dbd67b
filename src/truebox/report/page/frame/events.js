// What happens on the page, and who follows: a part of the page names the events at which its functions run.
const followers = { begin: [], side: [], score: [], rest: [], choose: [], filter: [], look: [], theme: [] };

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

Object.assign(window.truebox, { setFilter });
