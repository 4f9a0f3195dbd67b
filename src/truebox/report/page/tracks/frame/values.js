// The data of the page, what is shown of it, and the columns of a sequence when they are first needed.
const data = JSON.parse(document.getElementById("data").textContent);
const sides = data.results;
const many = sides.length > 1;
const EVENTS_AT_ONCE = 50;
const SWITCHES = 3; // the first kinds are identity switches
const LASTING = new Set(["miss", "false track"]);
const state = { side: 0, sequence: 0, kinds: new Set(), of: null, shown: EVENTS_AT_ONCE };
const followers = { begin: [], side: [], sequence: [], filter: [], theme: [] };
const named = (side) => (many ? `${side.letter} ` : "");

// Made once, by a key: unpacking what is not looked at would only cost time.
const made = new Map();
function once(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}
function chooseSequence(place) {
  state.sequence = place;
  state.of = place;
  state.shown = EVENTS_AT_ONCE;
  happen("sequence");
  announce(`Sequence ${data.sequences[place].name}`);
}

const unpacked = (columns, names) => Object.fromEntries(names.map((name) => [name, unpack(columns[name])]));
const truthOf = (sequence) => once(`t${sequence}`, () => unpacked(data.sequences[sequence], ["start", "track", "box", "kept"]));
const foundOf = (side, sequence) => once(`f${side},${sequence}`, () => unpacked(sides[side].sequences[sequence], ["start", "track", "box", "state", "truthState"]));
const timelineOf = (side, sequence) => once(`l${side},${sequence}`, () => {
  const held = sides[side].sequences[sequence].timeline;
  return { ...held, ...unpacked(held, ["spans", "runs"]) };
});
const eventsOf = (side) => once(`e${side}`, () => unpacked(sides[side].events.columns, ["sequence", "category", "kind", "frame", "truth", "prediction", "before", "gap", "iou"]));

// One event as an object; ids are texts, frames as the files count them.
function eventAt(side, place) {
  const columns = eventsOf(side);
  const sequence = columns.sequence[place];
  const found = sides[side].sequences[sequence].ids;
  const id = (names, value) => (value < 0 ? null : names[value]);
  return {
    place,
    sequence,
    kind: data.kinds[columns.kind[place]],
    category: columns.category[place],
    frame: columns.frame[place],
    gap: columns.gap[place],
    iou: columns.iou[place] < 0 ? null : columns.iou[place],
    truthPlace: columns.truth[place],
    foundPlace: columns.prediction[place],
    beforePlace: columns.before[place],
    truth: id(data.sequences[sequence].ids, columns.truth[place]),
    found: id(found, columns.prediction[place]),
    before: id(found, columns.before[place]),
  };
}

// The frames in which an event can be seen, as `truebox.evaluation.tracks.event_frames` chooses them.
function eventFrames(event) {
  const { first, length } = data.sequences[event.sequence];
  const { frame, gap } = event;
  const wanted = LASTING.has(event.kind)
    ? [frame - 1, frame, frame + Math.floor(gap / 2), frame + gap - 1, frame + gap]
    : gap > 0
      ? [frame - gap - 2, frame - gap - 1, frame - Math.floor((gap + 1) / 2), frame, frame + 1]
      : [frame - 2, frame - 1, frame, frame + 1, frame + 2];
  return [...new Set(wanted)].filter((each) => each >= first && each < first + length).sort((a, b) => a - b);
}

// For a closer look from the browser's console.
window.truebox = { data, sides, state, eventAt, eventFrames };
