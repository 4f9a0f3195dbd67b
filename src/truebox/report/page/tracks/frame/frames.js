// A frame as a picture: the image or a canvas, boxes of both sides, and the ways of tracks.
const TAIL = 12;

function boxesAt(columns, frame, scale) {
  const boxes = [];
  for (let row = columns.start[frame]; row < columns.start[frame + 1]; row++) {
    const [left, top, right, bottom] = columns.box.subarray(4 * row, 4 * row + 4);
    boxes.push({ row, track: columns.track[row], x: left * scale, y: top * scale, width: (right - left) * scale, height: (bottom - top) * scale });
  }
  return boxes;
}

// Centres of a track in the frames until this one, interrupted where it is not there.
function wayOf(columns, track, frame, scale) {
  let path = "";
  let before = false;
  for (let at = Math.max(0, frame - TAIL); at <= frame; at++) {
    const box = boxesAt(columns, at, scale).find((each) => each.track === track);
    if (box) path += `${before ? "L" : "M"}${(box.x + box.width / 2).toFixed(1)} ${(box.y + box.height / 2).toFixed(1)}`;
    before = Boolean(box);
  }
  return path;
}

const pictureOf = (sequence, frame) => data.pictures[sequence]?.[frame] ?? null;

function viewOf(sequence) {
  const size = data.pictureSizes[sequence];
  if (size) return [0, 0, size[0], size[1]];
  const [left, top, right, bottom] = data.sequences[sequence].extent;
  return [left, top, right - left, bottom - top];
}

// `look`: truth, found, others (whether they are drawn), focus ({truths, tracks}: places of ids), small, view.
function frameSvg(side, sequence, frame, look) {
  const { scale, ids } = data.sequences[sequence];
  const found = foundOf(side, sequence);
  const truth = truthOf(sequence);
  const view = look.view ?? viewOf(sequence);
  const letters = view[2] / (look.small ? 18 : innerWidth < 640 ? 32 : 64);
  const focus = look.focus;
  const plain = !focus.truths.size && !focus.tracks.size;
  const svg = element("svg", { viewBox: view.join(" "), preserveAspectRatio: "xMidYMid meet", role: "img", "aria-label": `Frame ${frame + data.sequences[sequence].first} of ${data.sequences[sequence].name}` });
  const image = pictureOf(sequence, frame);
  const size = viewOf(sequence);
  if (image) svg.append(element("image", { href: image, x: 0, y: 0, width: size[2], height: size[3], preserveAspectRatio: "none" }));
  else svg.append(element("rect", { x: size[0], y: size[1], width: size[2], height: size[3], class: "canvas" }));
  const shown = (inFocus) => inFocus || plain || look.others;
  const labels = [];
  const write = (box, words, kind, fill, below) => labels.push(element("text", { x: box.x, y: below ? box.y + box.height + letters : box.y - letters / 4, "font-size": letters, class: `mark ${kind}`, fill }, words));
  if (look.truth) {
    for (const box of boxesAt(truth, frame, scale)) {
      const status = found.truthState[box.row];
      const inFocus = focus.truths.has(box.track);
      if (!shown(inFocus) || (status === 2 && !inFocus && look.small)) continue;
      const kind = `truth-box${status === 1 ? " lost" : status === 2 ? " aside" : ""}${inFocus ? " focus" : plain ? "" : " dim"}`;
      svg.append(element("rect", { x: box.x, y: box.y, width: box.width, height: box.height, class: kind, "data-truth": ids[box.track] }));
      if (inFocus || (!look.small && status !== 2)) write(box, ids[box.track], inFocus || plain ? "" : "dim", null, true);
    }
  }
  if (look.found) {
    const names = sides[side].sequences[sequence].ids;
    for (const box of boxesAt(found, frame, scale)) {
      const inFocus = focus.tracks.has(box.track);
      if (!shown(inFocus)) continue;
      const kind = inFocus ? " focus" : plain ? "" : " dim";
      const stroke = trackColour(box.track);
      svg.append(element("rect", { x: box.x, y: box.y, width: box.width, height: box.height, class: `found-box${kind}`, stroke, "data-track": names[box.track] }));
      if (inFocus || !look.small) write(box, `#${names[box.track]}`, kind, stroke, false);
    }
    const ways = plain || look.others ? new Set(boxesAt(found, frame, scale).map((box) => box.track)) : new Set(focus.tracks);
    for (const track of focus.tracks) ways.add(track);
    for (const track of look.small ? focus.tracks : ways) {
      const path = wayOf(found, track, frame, scale);
      if (path.includes("L")) svg.append(element("path", { d: path, class: `way${focus.tracks.has(track) ? " focus" : plain ? "" : " dim"}`, stroke: trackColour(track) }));
    }
  }
  svg.append(...labels);
  return svg;
}

// A part of the frame around boxes, in the form of the whole, for small pictures.
function viewAround(side, sequence, frames, focus) {
  const [left, top, width, height] = viewOf(sequence);
  const { scale } = data.sequences[sequence];
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const frame of frames) {
    for (const [columns, held] of [[truthOf(sequence), focus.truths], [foundOf(side, sequence), focus.tracks]]) {
      for (const box of boxesAt(columns, frame, scale)) {
        if (!held.has(box.track)) continue;
        [x0, y0, x1, y1] = [Math.min(x0, box.x), Math.min(y0, box.y), Math.max(x1, box.x + box.width), Math.max(y1, box.y + box.height)];
      }
    }
  }
  if (x1 < x0) return [left, top, width, height];
  const share = Math.min(1, Math.max((x1 - x0) / width, (y1 - y0) / height) * 1.6 + 0.05);
  const [w, h] = [width * share, height * share];
  const within = (middle, size, low, whole) => Math.min(Math.max(middle - size / 2, low), low + whole - size);
  return [within((x0 + x1) / 2, w, left, width), within((y0 + y1) / 2, h, top, height), w, h];
}

Object.assign(window.truebox, { boxesAt, truthOf, foundOf });
