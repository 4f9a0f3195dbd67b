const OUTCOME_WORDS = data.errorNames.map((_, code) => outcomeName({ [ERROR]: code }));

// The objects that the filters find: detections and truths, on images of the page and beyond it.
function foundObjects() {
  const { images, objects, found, truths } = matching();
  const side = sides[state.side];
  const { score, category, error, image } = side.columns;
  const held = [];
  const end = remaining(side, state.score);
  for (let i = 0; i < end; i++) {
    const wanted = objects ? found[i] : images[image[i]] && error[i] !== RIGHT && error[i] !== IGNORED;
    if (wanted) held.push({ kind: "detection", row: i, image: image[i], category: category[i], score: score[i], outcome: OUTCOME_WORDS[error[i]] });
  }
  const columns = side.truthColumns;
  for (let j = 0; j < truths.length; j++) {
    const missed = columns.counts[j] && !(columns.found[j] >= state.score);
    if (objects ? truths[j] : images[columns.image[j]] && missed) held.push({ kind: "truth", row: j, image: columns.image[j], category: columns.category[j], score: null, outcome: !columns.counts[j] ? "ignored" : missed ? "missed" : "found" });
  }
  return held;
}

// Where objects stand on images of the page: the image and its row there, and of a detection the truth it is about.
function placeOf(object) {
  const image = gallery[object.image];
  const row = image && rowOf(object, image);
  return row ? [image, row] : null;
}

const rowOf = (object, rows) => (object.kind === "truth" ? rows.truths.find((row) => row[TRUTH_ROW] === object.row) : rows.detections[state.side].find((row) => row[RANK] === object.row));

function saveImages() {
  const { images } = matching();
  const rows = [...images.keys()].filter((place) => images[place]).map((place) => [idAt(place), nameAt(place)]);
  saveCsv("images.csv", ["image_id", "file_name"], rows);
}

async function saveObjects() {
  const held = foundObjects();
  const boxes = new Map();
  const wanted = new Map();
  for (const each of held) if (gallery[each.image]) wanted.set(each.image, [...(wanted.get(each.image) ?? []), each]);
  let ids = null;
  try {
    announce(`Reading the boxes on ${countOf(wanted.size, "image")}`);
    ids = await part(PARTS.truthIds);
    await eachWithRows([...wanted.keys()].map((place) => gallery[place]), (image, rows) => wanted.get(image.place).forEach((each) => boxes.set(each, rowOf(each, rows))));
  } catch (error) {
    sayUnread(error);
    return;
  }
  const rows = held.map((each) => {
    const row = boxes.get(each);
    return [idAt(each.image), nameAt(each.image), each.kind === "detection" ? letterOf(state.side) : "truth", each.outcome, rawClass(each.category), each.score, each.kind === "truth" ? ids[each.row] : null, ...(row ? row.slice(0, 4) : [null, null, null, null])];
  });
  saveCsv("objects.csv", ["image_id", "file_name", "of", "outcome", "class", "score", "annotation_id", "x", "y", "width", "height"], rows);
}

Object.assign(window.truebox, { foundObjects });
