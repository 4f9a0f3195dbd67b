// One image with its boxes, outlines and points. Colour says the outcome, the line whether it is truth (solid) or
// prediction (dashed); faint predictions have a low score.
const OUTCOMES = { right: "true positive", false: "false positive", missed: "missed", found: "found", ignored: "ignored" };
const outcomeOf = (row) => (row[ERROR] === RIGHT ? "right" : row[ERROR] === IGNORED ? "ignored" : "false");
const truthOutcome = (row, found) => (!row[COUNTS] ? "ignored" : found ? "found" : "missed");

function strength(score) {
  const share = (score - state.score) / Math.max(1e-9, HIGHEST_SCORE - state.score);
  return (0.6 + 0.4 * Math.min(1, Math.max(0, share))).toFixed(2);
}

function shape(row, path, kind, key, words, mark, opacity = null) {
  const looks = `${kind}${mark.any ? (mark.keys.has(key) ? " lit" : " dim") : ""}`;
  const at = { x: row[X], y: row[Y], width: row[W], height: row[H] };
  const box = element("rect", { ...at, class: looks, "data-key": key, "stroke-opacity": opacity }, element("title", {}, words));
  if (!path) return mark.large ? [element("rect", { ...at, class: `casing${opacity === null ? "" : " light"}` }), box] : [box];
  box.classList.add("behind");
  const [outline, bones] = path.split("|");
  const limbs = bones ? element("path", { d: bones, class: `${looks} bones`, "data-key": key }) : null;
  const drawn = element("path", { d: outline, class: `${looks} ${outline.endsWith("Z") ? "mask" : "points"}`, "data-key": key, "stroke-opacity": opacity }, element("title", {}, words));
  return [box, limbs, drawn].filter(Boolean);
}

function truthShapes(image, side, mark) {
  const found = foundTruths(image, side);
  return image.truths.flatMap((row, i) => {
    const outcome = truthOutcome(row, found.has(i));
    return shape(row, image.paths?.truths[i], `truth is-${outcome}${row[COUNTS] ? "" : " crowd"}`, `t${i}`, `truth: ${className(row[CLASS])}, ${OUTCOMES[outcome]}`, mark);
  });
}

function foundShapes(image, side, mark, own) {
  const words = (row) => `${named(sides[side])}${className(row[CLASS])} ${rounded(row[SCORE], 3)}, ${row[TRUTH] < 0 ? "" : `${MEASURE} ${rounded(row[OVERLAP], 3)}, `}${outcomeName(row)}`;
  return kept(image, side).flatMap((row, i) => shape(row, image.paths?.detections[side][i], `found side-${side} is-${outcomeOf(row)}`, own ? `d${i}` : `other${side}-${i}`, words(row), mark, strength(row[SCORE])));
}

// `large`: for the viewer, where labels are laid over it and lines need a rim to be seen on any picture.
function picture(image, { large = false, side = state.side } = {}) {
  const keys = lit(image, side);
  const mark = { keys, any: keys.size > 0, large };
  const boxes = element("svg", { viewBox: `0 0 ${image.width} ${image.height}`, preserveAspectRatio: "none", class: state.all ? "by-side" : null });
  if (state.truth) boxes.append(...truthShapes(image, side, mark));
  if (state.found) {
    if (state.all) sides.forEach((_, other) => other !== side && boxes.append(...foundShapes(image, other, mark, false)));
    boxes.append(...foundShapes(image, side, mark, side === state.side));
  }
  const inner = element("div", { style: large ? null : fitted(image) }, image.picture ? element("img", { src: large ? image.picture : image.small ?? image.picture, alt: "", draggable: "false", decoding: "async" }) : null, boxes);
  return element("div", { class: "picture", role: "img", "aria-label": `${imageName(image)}: ${countOf(image.truths.length, "truth")}, ${countOf(kept(image, side).length, "detection")}` }, inner);
}

// The largest rectangle of the image's shape in a frame of 4 to 3.
function fitted(image) {
  const ratio = image.width / image.height / (4 / 3);
  return ratio > 1 ? `width: 100%; height: ${100 / ratio}%` : `width: ${100 * ratio}%; height: 100%`;
}
