// The objects that the filters find: detections and truths, on images of the page and beyond it.
function foundObjects() {
  const { images, objects, found, truths } = matching();
  const side = sides[state.side];
  const { score, category, error, image } = side.columns;
  const held = [];
  const end = remaining(side, state.score);
  for (let i = 0; i < end; i++) {
    const wanted = objects ? found[i] : images[image[i]] && error[i] !== RIGHT && error[i] !== IGNORED;
    if (wanted) held.push({ kind: "detection", row: i, image: image[i], category: category[i], score: score[i], outcome: outcomeName({ [ERROR]: error[i] }) });
  }
  const columns = side.truthColumns;
  for (let j = 0; j < truths.length; j++) {
    const missed = columns.counts[j] && !(columns.found[j] >= state.score);
    if (objects ? truths[j] : images[columns.image[j]] && missed) held.push({ kind: "truth", row: j, image: columns.image[j], category: columns.category[j], score: null, outcome: !columns.counts[j] ? "ignored" : missed ? "missed" : "found" });
  }
  return held;
}

// Where objects stand on images of the page: the image and its row there, and of a detection the truth it is about.
let lastPlaces = { side: null };
function placeOf(object) {
  if (lastPlaces.side !== state.side) {
    lastPlaces = { side: state.side, detections: new Map(), truths: new Map() };
    for (const image of gallery) {
      for (const row of image.detections[state.side]) lastPlaces.detections.set(row[RANK], [image, row]);
      for (const row of image.truths) lastPlaces.truths.set(row[TRUTH_ROW], [image, row]);
    }
  }
  return lastPlaces[`${object.kind}s`].get(object.row) ?? null;
}

function saveImages() {
  const { images } = matching();
  const rows = [...images.keys()].filter((place) => images[place]).map((place) => [idAt(place), nameAt(place)]);
  saveCsv("images.csv", ["image_id", "file_name"], rows);
}

function saveObjects() {
  const rows = foundObjects().map((each) => {
    const [, row] = placeOf(each) ?? [];
    return [idAt(each.image), nameAt(each.image), each.kind === "detection" ? letterOf(state.side) : "truth", each.outcome, rawClass(each.category), each.score, each.kind === "truth" ? data.truthIds[each.row] : null, ...(row ? row.slice(0, 4) : [null, null, null, null])];
  });
  saveCsv("objects.csv", ["image_id", "file_name", "of", "outcome", "class", "score", "annotation_id", "x", "y", "width", "height"], rows);
}

Object.assign(window.truebox, { foundObjects });
