// The curves that the protocol reads its own numbers from, where these are not precision against recall at an overlap.
const LINES = ["solid", "dash", "dot", "dashdot", "longdash"];

function drawCurves() {
  const held = sides[state.side].ownCurves;
  hide("curves", !held);
  byId("chart-curves").hidden = !held;
  if (!held) {
    waiting.delete("chart-curves");
    return;
  }
  fill(byId("curves-words"), `${held.y[0].toUpperCase()}${held.y.slice(1)} against ${held.x}: ${countOf(held.lines.length, "line")}.`);
  whenSeen("chart-curves", () => {
    const traces = held.lines.map((line, i) => ({ x: line.x, y: line.y, mode: "lines", name: line.name, line: { dash: LINES[i % LINES.length], ...(held.steps ? { shape: "hv" } : {}) } }));
    const yaxis = held.floor ? { type: "log", range: [Math.log10(held.floor), Math.log10(1.05)], dtick: "D1" } : { range: [0, 1.02] };
    const axes = held.log ? { xaxis: { type: "log" }, yaxis } : { xaxis: { range: [0, 1.01] }, yaxis };
    draw("chart-curves", traces, layout(held.x, held.y, axes), `${held.y} against ${held.x}, ${countOf(held.lines.length, "line")}.`);
  });
}

when("begin side theme", drawCurves);
