// What is costly to draw is drawn when it comes into view, and so is the script that draws charts loaded.
const waiting = new Map();
const inView = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) inView.delete(entry.target.id);
    else {
      inView.add(entry.target.id);
      drawWaiting(entry.target.id);
    }
  }
}, { rootMargin: "300px" });

function whenSeen(id, make) {
  waiting.set(id, make);
  watcher.observe(byId(id));
  if (inView.has(id)) drawWaiting(id);
}

function drawWaiting(id) {
  const make = waiting.get(id);
  if (!make) return;
  waiting.delete(id);
  make();
}

function drawEverything() {
  for (const id of [...waiting.keys()]) drawWaiting(id);
}

function charts() {
  if (!window.Plotly) document.head.append(element("script", {}, chartsScript));
  return window.Plotly;
}

Object.assign(window.truebox, { drawEverything });
