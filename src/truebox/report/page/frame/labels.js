// Labels of boxes: beside them, never over each other nor over the box they name.
const LABEL = { height: 17, letter: 7.5, pad: 8, rows: 3 };

const overlapOf = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

// Places around a box, nearest first: above and below from either edge, then left and right, then further away.
function candidates(box, w) {
  const h = LABEL.height;
  const tried = [];
  for (let row = 0; row < LABEL.rows; row++) {
    const off = 2 + row * (h + 2);
    const right = box.x + box.w;
    const lower = box.y + box.h;
    tried.push([box.x, box.y - h - off], [box.x, lower + off], [right - w, box.y - h - off], [right - w, lower + off]);
    tried.push([right + 2, box.y + row * (h + 2)], [box.x - w - 2, box.y + row * (h + 2)], [right + 2, lower - h - row * (h + 2)], [box.x - w - 2, lower - h - row * (h + 2)]);
  }
  return tried.map(([x, y]) => ({ x, y, w, h }));
}

// The wanted labels that find a place in the room, each with its rectangle; the first asked are served first.
function placed(wanted, room) {
  const taken = [];
  const boxes = wanted.map((each) => each.box);
  for (const each of wanted) {
    const { box } = each;
    if (box.x > room.w || box.y > room.h || box.x + box.w < 0 || box.y + box.h < 0) continue;
    const w = Math.ceil([...each.words].length * LABEL.letter + LABEL.pad);
    let best = null;
    for (const [order, at] of candidates(box, w).entries()) {
      at.x = Math.min(Math.max(0, at.x), Math.max(0, room.w - w));
      at.y = Math.min(Math.max(0, at.y), Math.max(0, room.h - at.h));
      if (overlapOf(at, box) > 0 || taken.some((other) => overlapOf(at, other) > 0)) continue;
      const cost = order * 12 + boxes.reduce((sum, other) => sum + (other === box ? 0 : overlapOf(at, other)), 0);
      if (!best || cost < best.cost) best = { ...at, cost };
    }
    if (best) taken.push({ ...best, ...each });
  }
  return taken;
}

// What is to be named on an image: errors and misses, or everything; worst first.
function wantedLabels(image, side) {
  if (state.labels === "none") return [];
  const keys = lit(image, side);
  const found = foundTruths(image, side);
  const truths = !state.truth ? [] : image.truths.map((row, i) => ({ row, key: `t${i}`, words: className(row[CLASS]), outcome: truthOutcome(row, found.has(i)), rank: 1 }));
  const predictions = !state.found ? [] : kept(image, side).map((row, i) => ({ row, key: `d${i}`, words: `${short(className(row[CLASS]), 20)} ${rounded(row[SCORE], 2)}`, outcome: outcomeOf(row), rank: 2 + row[SCORE] }));
  const wrongs = new Set(["false", "missed"]);
  return [...truths, ...predictions]
    .filter(({ outcome, key }) => (keys.size ? keys.has(key) : state.labels === "all" || wrongs.has(outcome)))
    .sort((a, b) => wrongs.has(b.outcome) - wrongs.has(a.outcome) || b.rank - a.rank);
}

function drawLabels(layer, image, side, scale, left, top, room) {
  const wanted = wantedLabels(image, side).map((each) => ({ ...each, words: short(each.words), box: { x: left + each.row[X] * scale, y: top + each.row[Y] * scale, w: each.row[W] * scale, h: each.row[H] * scale } }));
  const shown = placed(wanted, room);
  layer.setAttribute("viewBox", `0 0 ${room.w} ${room.h}`);
  fill(layer, ...shown.flatMap((each) => {
    const middle = { x: each.x + each.w / 2, y: each.y + each.h / 2 };
    const near = { x: Math.min(Math.max(middle.x, each.box.x), each.box.x + each.box.w), y: Math.min(Math.max(middle.y, each.box.y), each.box.y + each.box.h) };
    return [
      element("line", { class: `leader is-${each.outcome}`, x1: middle.x, y1: middle.y, x2: near.x, y2: near.y }),
      element("g", { class: `label is-${each.outcome}`, "data-label": each.key }, element("rect", { x: each.x, y: each.y, width: each.w, height: each.h, rx: 3 }), element("text", { x: each.x + LABEL.pad / 2, y: each.y + 12.5 }, each.words)),
    ];
  }));
  return wanted.length - shown.length;
}
