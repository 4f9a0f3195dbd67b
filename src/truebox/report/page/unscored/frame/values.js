// The data of the page, and what is shown of it; a page may follow further events.
const data = JSON.parse(document.getElementById("data").textContent);
const sides = data.results;
const many = sides.length > 1;
const state = { side: 0 };
const followers = { begin: [], side: [], theme: [] };
const named = (side) => (many ? `${side.letter} ` : "");

// For a closer look from the browser's console.
window.truebox = { data, sides, state };
