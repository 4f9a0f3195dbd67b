// Counting again at another score. Columns are sorted by score, and the most confident choose first, so the
// detections that remain are a beginning of the columns and keep their partners.

// How many detections have at least this score.
function remaining(side, score) {
  const column = side.columns.score;
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

function measures(truePositives, falsePositives, truths, ignored = 0) {
  const found = truePositives + falsePositives;
  return {
    truePositives,
    falsePositives,
    ignored,
    missed: truths - truePositives,
    truths,
    precision: found ? truePositives / found : null,
    recall: truths ? truePositives / truths : null,
    f1: found + truths ? (2 * truePositives) / (found + truths) : null,
  };
}

let last = { side: null, score: null, counts: null };

// Precision, recall and F1 of every class and of all together. Several parts of the page ask for the same.
function countsAt(side, score) {
  if (last.side !== side || last.score !== score) last = { side, score, counts: counted(side, score) };
  return last.counts;
}

function counted(side, score) {
  const { category, outcome, truths } = side.columns;
  const end = remaining(side, score);
  const positives = new Uint32Array(classes.length);
  const negatives = new Uint32Array(classes.length);
  const ignored = new Uint32Array(classes.length);
  for (let i = 0; i < end; i++) {
    if (outcome[i] === 1) positives[category[i]]++;
    else if (outcome[i] === 0) negatives[category[i]]++;
    else ignored[category[i]]++;
  }
  const perClass = classes.map((_, k) => measures(positives[k], negatives[k], truths[k], ignored[k]));
  const total = (name) => perClass.reduce((sum, each) => sum + each[name], 0);
  return { kept: end, overall: measures(total("truePositives"), total("falsePositives"), total("truths"), total("ignored")), perClass };
}

// How many false positives of each type the score leaves, and how many truths it misses: of one class, or of all.
function errorsAt(side, score, chosen) {
  const { category, error } = side.columns;
  const found = Object.fromEntries(data.errorNames.map((name) => [name, 0]));
  const end = remaining(side, score);
  for (let i = 0; i < end; i++) if (chosen === null || category[i] === chosen) found[data.errorNames[error[i]]]++;
  const now = countsAt(side, score);
  return { ...found, missed: (chosen === null ? now.overall : now.perClass[chosen]).missed };
}

// Rows are true classes, columns predicted ones; the last of each is the background.
function confusionAt(side, score) {
  const { category, confused, confusable } = side.columns;
  const size = classes.length + 1;
  const matrix = new Uint32Array(size * size);
  const taken = new Uint32Array(classes.length);
  const end = remaining(side, score);
  for (let i = 0; i < end; i++) {
    if (confused[i] === LEFT_OUT) continue;
    if (confused[i] === BACKGROUND) matrix[(size - 1) * size + category[i]]++;
    else {
      matrix[confused[i] * size + category[i]]++;
      taken[confused[i]]++;
    }
  }
  for (let k = 0; k < classes.length; k++) matrix[k * size + size - 1] = confusable[k] - taken[k];
  return matrix;
}

const curves = new Map();

// Precision, recall and F1 at up to 400 scores: of one class, or of all.
function curveOf(side, chosen) {
  const key = `${side.letter} ${chosen}`;
  if (!curves.has(key)) curves.set(key, madeCurve(side, chosen));
  return curves.get(key);
}

function madeCurve(side, chosen) {
  const { score, category, outcome, truths } = side.columns;
  const total = chosen === null ? truths.reduce((sum, value) => sum + value, 0) : truths[chosen];
  const made = { score: [], precision: [], recall: [], f1: [] };
  let positives = 0;
  let negatives = 0;
  const step = Math.max(1, Math.floor(score.length / 400));
  for (let i = 0; i < score.length; i++) {
    if (chosen === null || category[i] === chosen) {
      if (outcome[i] === 1) positives++;
      else if (outcome[i] === 0) negatives++;
    }
    const end = i + 1 === score.length;
    if ((i % step === 0 || end) && (end || score[i + 1] !== score[i]) && positives + negatives) {
      const point = measures(positives, negatives, total);
      made.score.push(score[i]);
      made.precision.push(point.precision);
      made.recall.push(point.recall);
      made.f1.push(point.f1);
    }
  }
  return made;
}

Object.assign(window.truebox, { countsAt, confusionAt, errorsAt });
