// Filters combine: each condition is a key of `state.filter`, and what passes them all is counted once for all
// images, from the columns, whether the page holds an image or only its name.
const DIRECT = ["class", "error", "cell", "moved"]; // of these, a click in a chart or table sets some and takes back the others
const ERROR_WORDS = { missed: "missed truths", untyped: "false positives without a type", false: "false positives", none: "true positives", ignored: "ignored" };
const errorWords = (type) => ERROR_WORDS[type] ?? `${type} errors`;

function cellWords([row, column]) {
  if (row === column) return `${className(row)} found`;
  if (row === classes.length) return `${className(column)} found on the background`;
  return column === classes.length ? `${className(row)} that nothing finds` : `${className(row)} taken for ${className(column)}`;
}

const letterOf = (side) => sides[side].letter;
const RELATIONS = {
  fixed: (other) => `fixed by ${letterOf(other)} (${letterOf(state.base)} misses them)`,
  broken: (other) => `broken by ${letterOf(other)} (${letterOf(state.base)} finds them)`,
  alone: (other) => `missed by ${letterOf(other)} alone`,
  nobody: () => "missed by all",
};

// Each condition in words.
const CONDITION_WORDS = {
  class: (place) => `with ${className(place)}`,
  error: (type) => errorWords(type),
  cell: cellWords,
  moved: ([second, kind]) => `${second} ${kind === "lost" ? "worse" : "better"} than ${data.comparisons.find((pair) => pair.second === second).first}`,
  slice: (name) => `in ${apart(name)}`,
  file: (text) => `file name with “${apart(text)}”`,
  relation: ([kind, other]) => RELATIONS[kind](other),
  low: (score) => `score from ${rounded(score, 3)}`,
  high: (score) => `score below ${rounded(score, 3)}`,
};
const conditions = () => Object.keys(CONDITION_WORDS).filter((name) => state.filter[name] !== undefined).map((name) => [name, CONDITION_WORDS[name](state.filter[name])]);
const filtered = () => Object.keys(state.filter).length > 0;

const bit = (bits, place) => (bits[place >> 3] >> (place & 7)) & 1;
const sliceNamed = (side, name) => side.slices.rows.findIndex((row) => sliceName(row) === name);
const findsAt = (place, truth) => sides[place].truthColumns.found[truth] >= state.score;

// Questions that a condition asks of detections and of truths; a condition that is not here asks of images.
const NEVER = () => false;
const QUESTIONS = {
  class: ({ columns: { category }, truthColumns: { category: ofTruth } }, place) => [(i) => category[i] === place, (j) => ofTruth[j] === place],
  error: (side, type) => {
    const { error } = side.columns;
    const { counts, found } = side.truthColumns;
    if (type === "missed") return [NEVER, (j) => counts[j] && !(found[j] >= state.score)];
    if (type === "false") return [(i) => error[i] !== RIGHT && error[i] !== IGNORED, NEVER];
    const code = data.errorNames.indexOf(type);
    return [(i) => error[i] === code, NEVER];
  },
  cell: (side, [row, column]) => {
    const { category, confused } = side.columns;
    const truths = side.truthColumns;
    const wanted = row === classes.length ? BACKGROUND : row;
    return column === classes.length
      ? [NEVER, (j) => truths.counts[j] && truths.category[j] === row && !(truths.confused[j] >= state.score)]
      : [(i) => category[i] === column && confused[i] === wanted, NEVER];
  },
  slice: (side, name) => {
    const held = side.sliceMembers[sliceNamed(side, name)];
    if (!held) return [NEVER, NEVER];
    held.opened ??= { truths: unpack(held.truths), detections: unpack(held.detections) };
    const { detections, truths } = held.opened;
    return [(i) => bit(detections, i), (j) => bit(truths, j)];
  },
  relation: (side, [kind, other]) => {
    const { counts } = side.truthColumns;
    const ask = {
      fixed: (j) => !findsAt(state.base, j) && findsAt(other, j),
      broken: (j) => findsAt(state.base, j) && !findsAt(other, j),
      alone: (j) => sides.every((_, place) => findsAt(place, j) !== (place === other)),
      nobody: (j) => sides.every((_, place) => !findsAt(place, j)),
    }[kind];
    return [NEVER, (j) => counts[j] && ask(j)];
  },
  low: ({ columns: { score } }, least) => [(i) => score[i] >= least, NEVER],
  high: ({ columns: { score } }, most) => [(i) => score[i] < most, NEVER],
};

const movedIds = ([second, kind]) => new Set(data.comparisons.find((pair) => pair.second === second)[kind].map((each) => String(each.id)));
const IMAGE_QUESTIONS = {
  file: (text) => {
    const wanted = text.toLowerCase();
    return (place) => nameAt(place).toLowerCase().includes(wanted);
  },
  moved: (which) => {
    const ids = movedIds(which);
    return (place) => ids.has(String(idAt(place)));
  },
};
const nameAt = (place) => (place < gallery.length ? rawImage(gallery[place]) : data.beyond[place - gallery.length]);
const idAt = (place) => (place < gallery.length ? gallery[place].id : data.beyondIds[place - gallery.length]);

let lastMatch = { key: null };

// What passes all conditions: flags of detections, truths and images; `objects` says whether any asks of objects.
function matching() {
  const key = JSON.stringify([state.filter, state.side, state.score, state.base]);
  if (lastMatch.key !== key) lastMatch = { key, ...matched(state.filter, sides[state.side]) };
  return lastMatch;
}

function matched(filter, side) {
  const asked = Object.entries(filter);
  const ofObjects = asked.filter(([name]) => QUESTIONS[name]).map(([name, value]) => QUESTIONS[name](side, value));
  const ofImages = asked.filter(([name]) => IMAGE_QUESTIONS[name]).map(([name, value]) => IMAGE_QUESTIONS[name](value));
  const images = new Uint8Array(gallery.length + data.beyond.length).fill(1);
  for (const ask of ofImages) keepThose(images, images.length, ask);
  const found = new Uint8Array(side.columns.score.length);
  const truths = new Uint8Array(side.truthColumns.image.length);
  if (!ofObjects.length) return { images, found, truths, objects: false };
  const held = new Uint8Array(images.length);
  const mark = (flags, end, image, which) => {
    for (let i = 0; i < end; i++) flags[i] = images[image[i]];
    for (const ask of ofObjects) keepThose(flags, end, ask[which]);
    let count = 0;
    for (let i = 0; i < end; i++) {
      if (!flags[i]) continue;
      held[image[i]] = 1;
      count++;
    }
    return count;
  };
  const count = mark(found, remaining(side, state.score), side.columns.image, 0) + mark(truths, truths.length, side.truthColumns.image, 1);
  return { images: held, found, truths, objects: true, count };
}

// Condition after condition rather than object after object: of a million objects, a tenth of the time.
function keepThose(flags, end, ask) {
  if (ask === NEVER) flags.fill(0, 0, end);
  else for (let i = 0; i < end; i++) if (flags[i] && !ask(i)) flags[i] = 0;
}

// A question to ask of many images: what passes is looked up once.
function passing() {
  const { images } = matching();
  return (image) => images[image.place] === 1;
}

// The images beyond those of the page that pass the filter, by name.
function passesBeyond() {
  const { images } = matching();
  return data.beyond.filter((_, place) => images[gallery.length + place]);
}

// The boxes that the filter speaks of: "d3" is the fourth detection, "t3" the fourth truth.
function lit(image, side) {
  const marked = new Set();
  const { objects, found, truths } = side === state.side ? matching() : {};
  if (!objects) return marked;
  const cell = state.filter.cell;
  kept(image, side).forEach((row, i) => {
    if (!found[row[RANK]]) return;
    marked.add(`d${i}`);
    if (cell && row[CONFUSED] >= 0) marked.add(`t${row[CONFUSED]}`);
  });
  image.truths.forEach((truth, i) => truths[truth[TRUTH_ROW]] && marked.add(`t${i}`));
  return marked;
}

// A class is chosen; choosing it again takes it back.
function choose(place) {
  state.chosen = state.chosen === place ? null : place;
  replaceDirect(state.chosen === null ? {} : { class: place });
  happen("choose");
  announce(state.chosen === null ? "All classes" : `Class ${className(place)}: curves and images are of it`);
}

function replaceDirect(wanted) {
  const rest = Object.entries(state.filter).filter(([name]) => !DIRECT.includes(name));
  state.filter = { ...Object.fromEntries(rest), ...wanted };
  state.shown = IMAGES_AT_ONCE;
}

// What a chart or a table asks for, beside the conditions set by hand; null lets all pass.
function setFilter(wanted, side = state.side) {
  if (wanted) replaceDirect(wanted);
  else state.filter = {};
  if (side !== state.side) setSide(side);
  else happen("filter");
  if (wanted) happen("look");
}

// One condition set by hand; null takes it back.
function setCondition(name, value) {
  const { [name]: _, ...rest } = state.filter;
  state.filter = value === null || value === "" ? rest : { ...rest, [name]: value };
  state.shown = IMAGES_AT_ONCE;
  happen("filter");
}

Object.assign(window.truebox, { setFilter, setCondition, matching });
