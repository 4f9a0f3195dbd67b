const [ROW, BAR, FOOT] = [18, 11, 26];

function ticks(length, first, width) {
  const least = (length * 70) / width;
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
  const step = steps.find((each) => each >= least) ?? 20000;
  const found = [];
  for (let number = Math.ceil(first / step) * step; number < first + length; number += step) found.push(number);
  return found;
}

function drawTimeline() {
  const { side, sequence } = state;
  const { length, first, ids, name } = data.sequences[sequence];
  const held = timelineOf(side, sequence);
  const own = sides[side].sequences[sequence].ids;
  const room = byId("timeline-chart");
  const width = Math.max(200, Math.floor((room.clientWidth - 2) * Number(byId("timeline-width").value)));
  const x = (frame) => (frame / length) * width;
  const height = held.rows.length * ROW + FOOT;
  const middle = (row) => row * ROW + ROW / 2 + 3;
  const parts = [];
  for (const number of ticks(length, first, width)) {
    const at = x(number - first + 0.5);
    parts.push(element("line", { x1: at, x2: at, y1: 0, y2: height - FOOT + 6, class: "grid" }), element("text", { x: at, y: height - 5, class: "tick middle" }, number));
  }
  let lines = "";
  for (let i = 0; i < held.spans.length; i += 3) lines += `M${x(held.spans[i + 1]).toFixed(1)} ${middle(held.spans[i])}H${x(held.spans[i + 2] + 1).toFixed(1)}`;
  parts.push(element("path", { d: lines, class: "there" }));
  for (let i = 0; i < held.runs.length; i += 4) {
    const [row, begin, end, track] = held.runs.subarray(i, i + 4);
    parts.push(element("rect", { x: x(begin).toFixed(1), y: middle(row) - BAR / 2, width: Math.max(1, x(end + 1) - x(begin)).toFixed(1), height: BAR, fill: trackColour(track), "data-run": own[track] },
      element("title", {}, `object ${ids[held.rows[row][0]]}, track ${own[track]}, frames ${begin + first} to ${end + first}`)));
  }
  const rowOf = new Map(held.rows.map(([truth, category], row) => [`${truth},${category}`, row]));
  const events = eventsOf(side);
  let switches = 0;
  for (let i = 0; i < events.kind.length; i++) {
    if (events.sequence[i] !== sequence || events.kind[i] >= SWITCHES) continue;
    const row = rowOf.get(`${events.truth[i]},${events.category[i]}`);
    if (row === undefined) continue;
    switches++;
    const at = x(events.frame[i] - first);
    parts.push(element("path", { d: `M${at.toFixed(1)} ${middle(row) - ROW / 2}v${ROW}m-3.5 ${-ROW}h7l-3.5 5z`, class: "switch", "data-event": i }, element("title", {}, `${data.kinds[events.kind[i]]}, frame ${events.frame[i]}`)));
  }
  const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Timeline of ${name}: ${countOf(held.rows.length, "object")}, ${countOf(switches, "identity switch", "identity switches")}; the table of events lists them`, click: (pressed) => {
    const mark = pressed.target.closest("[data-event]");
    if (mark) return openEvent(side, Number(mark.dataset.event), truebox.eventList());
    const box = svg.getBoundingClientRect();
    const frame = Math.min(length - 1, Math.max(0, Math.floor(((pressed.clientX - box.left) / box.width) * length)));
    const row = held.rows[Math.floor((pressed.clientY - box.top - 3) / ROW)];
    openFrame(side, sequence, frame, row ? row[0] : null);
  } }, ...parts);
  fill(room, svg);
  fill(byId("timeline-names"), ...held.rows.map(([truth]) => element("div", { class: "row-name", title: `object ${ids[truth]}` }, short(ids[truth], 9))));
  const left = held.all - held.rows.length;
  fill(byId("timeline-note"), `${countOf(held.all, "object")}, ${countOf(switches, "switch", "switches")}${left ? `; ${whole(left)} objects that cost less are left out` : ""}`);
  byId("timeline-sequence").value = sequence;
}

// Every stretch in which one track has an object.
function timelineNumbers() {
  const { side, sequence } = state;
  const { first, ids } = data.sequences[sequence];
  const held = timelineOf(side, sequence);
  const rows = [];
  for (let i = 0; i < held.runs.length; i += 4) {
    const [row, begin, end, track] = held.runs.subarray(i, i + 4);
    const [truth, category] = held.rows[row];
    rows.push([ids[truth], data.classes[category], sides[side].sequences[sequence].ids[track], begin + first, end + first]);
  }
  return [["object", "class", "track", "first frame", "last frame"], rows];
}

function prepareTimelines() {
  fill(byId("timeline-save"), ...savers(byId("timeline-chart"), () => `timeline ${data.sequences[state.sequence].name}`, timelineNumbers));
  fill(byId("timeline-sequence"), ...data.sequences.map((each, place) => element("option", { value: place }, each.name)));
  on("timeline-sequence", "change", () => chooseSequence(Number(byId("timeline-sequence").value)));
  on("timeline-width", "input", drawTimeline);
  let waiting = null;
  let before = 0;
  new ResizeObserver(() => {
    if (byId("timeline-chart").clientWidth === before) return;
    before = byId("timeline-chart").clientWidth;
    clearTimeout(waiting);
    waiting = setTimeout(drawTimeline, 100);
  }).observe(byId("timeline-chart"));
}

when("begin", prepareTimelines);
when("begin side sequence theme", drawTimeline);
