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
    const [across, up] = (held.ticks || [[[]], [[]]]).map(([tickvals, ticktext]) => (tickvals.length ? { tickvals, ticktext } : {}));
    const yaxis = held.floor ? { type: "log", range: [Math.log10(held.floor), Math.log10(1.05)], ...up } : { range: [0, 1.02] };
    const xaxis = held.log ? { type: "log", ...(held.floor ? {} : { range: [-Math.log10(16), Math.log10(16)] }), ...across } : { range: [0, 1.01] };
    const axes = { xaxis, yaxis, showlegend: true };
    draw("chart-curves", traces, layout(held.x, held.y, axes), `${held.y} against ${held.x}, ${countOf(held.lines.length, "line")}.`);
  });
}

when("begin side theme", drawCurves);
