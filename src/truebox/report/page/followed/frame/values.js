// The data of the page, and what is shown of it.
const data = JSON.parse(document.getElementById("data").textContent);
const sides = data.results;
const many = sides.length > 1;
const state = { side: 0, sequence: null };
const followers = { begin: [], side: [], sequence: [], theme: [] };
const named = (side) => (many ? `${side.letter} ` : "");

function chooseSequence(place) {
  state.sequence = state.sequence === place ? null : place;
  happen("sequence");
}

// For a closer look from the browser's console.
window.truebox = { data, sides, state };
