// One image with its boxes, outlines and points.
function shape(row, path, kind, key, words, mark) {
  const looks = `${kind}${mark.any ? (mark.keys.has(key) ? " lit" : " dim") : ""}`;
  const title = element("title", {}, words);
  const box = element("rect", { x: row[X], y: row[Y], width: row[W], height: row[H], class: looks, "data-key": key }, title);
  if (!path) return [box];
  box.classList.add("behind");
  return [box, element("path", { d: path, class: `${looks}${path.endsWith("Z") ? "" : " points"}`, "data-key": key }, element("title", {}, words))];
}

function truthShapes(image, mark) {
  return image.truths.flatMap((row, i) => shape(row, image.paths?.truths[i], `truth${row[COUNTS] ? "" : " crowd"}`, `t${i}`, `truth: ${className(row[CLASS])}${row[COUNTS] ? "" : " (ignored)"}`, mark));
}

function foundShapes(image, side, mark) {
  const words = (row) => `${named(sides[side])}${className(row[CLASS])} ${rounded(row[SCORE], 3)}, ${row[TRUTH] < 0 ? "" : `${MEASURE} ${rounded(row[OVERLAP], 3)}, `}${outcomeName(row)}`;
  return kept(image, side).flatMap((row, i) => shape(row, image.paths?.detections[side][i], `found side-${side}`, side === state.side ? `d${i}` : `other${side}-${i}`, words(row), mark));
}

function labels(image, mark) {
  const size = Math.max(image.width, image.height) / 55;
  const rows = [];
  if (state.truth) image.truths.forEach((row, i) => rows.push([row, `t${i}`, className(row[CLASS]), Math.min(image.height - size * 0.3, row[Y] + row[H] - size * 0.3)]));
  if (state.found) kept(image, state.side).forEach((row, i) => rows.push([row, `d${i}`, `${className(row[CLASS])} ${rounded(row[SCORE], 2)}`, Math.max(size, row[Y] - size * 0.3)]));
  return rows.filter(([, key]) => !mark.any || mark.keys.has(key)).map(([row, key, words, y]) => {
    const shown = short(words);
    const x = Math.max(0, Math.min(row[X], image.width - shown.length * size * 0.55));
    return element("text", { class: "label", "data-label": key, x, y, style: `font-size: ${size}px; stroke-width: ${size / 4}px` }, shown);
  });
}

function picture(image, large = false) {
  const keys = lit(image, state.filter, state.side);
  const mark = { keys, any: keys.size > 0 };
  const boxes = element("svg", { viewBox: `0 0 ${image.width} ${image.height}`, preserveAspectRatio: "none" });
  if (state.truth) boxes.append(...truthShapes(image, mark));
  if (state.found) {
    if (state.all) sides.forEach((_, side) => side !== state.side && boxes.append(...foundShapes(image, side, mark)));
    boxes.append(...foundShapes(image, state.side, mark));
  }
  if (large) boxes.append(...labels(image, mark));
  const inner = element("div", { style: large ? null : fitted(image) }, image.picture ? element("img", { src: image.picture, alt: "" }) : null, boxes);
  return element("div", { class: "picture", role: "img", "aria-label": `${imageName(image)}: ${countOf(image.truths.length, "truth")}, ${countOf(kept(image, state.side).length, "detection")}` }, inner);
}

// The largest rectangle of the image's shape in a frame of 4 to 3.
function fitted(image) {
  const ratio = image.width / image.height / (4 / 3);
  return ratio > 1 ? `width: 100%; height: ${100 / ratio}%` : `width: ${100 * ratio}%; height: 100%`;
}
