// Every false positive, miss, confusion and likely mistake in the truth, cut out of its image.
const AT_ONCE = 60;
let kind = "wrong";
let ranking = "cost";
let shownCrops = AT_ONCE;

// What the AP of a class at the page's IoU would gain without a false positive, and with a missed truth found last:
// precision as it is, before the envelope, so that a few high false positives weigh more than many low ones.
let costs = { key: null };
function costsOf(side) {
  const key = `${side.letter} ${state.score}`;
  if (costs.key === key) return costs;
  const { category, outcome, truths } = side.columns;
  const end = remaining(side, state.score);
  const right = new Float64Array(classes.length);
  const wrong = new Float64Array(classes.length);
  const at = new Float64Array(end);
  for (let i = 0; i < end; i++) {
    const k = category[i];
    if (outcome[i] === 1) right[k]++;
    else if (outcome[i] === 0) wrong[k]++;
    at[i] = right[k] + wrong[k];
  }
  const last = classes.map((_, k) => (truths[k] ? (right[k] + 1) / (right[k] + wrong[k] + 1) / truths[k] : 0));
  const gain = new Float64Array(end);
  const later = new Float64Array(classes.length);
  const seen = Float64Array.from(right);
  for (let i = end - 1; i >= 0; i--) {
    const k = category[i];
    if (outcome[i] === 1) {
      if (at[i] > 1) later[k] += seen[k] / (at[i] - 1) - seen[k] / at[i];
      seen[k]--;
    } else if (outcome[i] === 0) gain[i] = truths[k] ? later[k] / truths[k] : 0;
  }
  costs = { key, gain, last };
  return costs;
}

const WANTED = {
  wrong: (each) => each.outcome.startsWith("false") || each.outcome === "missed",
  false: (each) => each.outcome.startsWith("false"),
  missed: (each) => each.outcome === "missed",
  class: (each) => each.outcome === FALSE_NAMES.class,
};

function cropList() {
  if (kind === "label") {
    const passes = passing();
    return data.suspects.flatMap((each) => {
      const image = imageWithId(each.image_id);
      return image && passes(image) ? [{ at: [image, each.box], words: each.proposed ?? each.written ?? "", image: image.place, beneath: `suspicion ${fraction(each.suspicion, 2)}`, look: "suspect" }] : [];
    });
  }
  const { gain, last } = costsOf(sides[state.side]);
  const cost = (each) => (each.kind === "truth" ? last[each.category] : gain[each.row] ?? 0);
  const worth = { cost, score: (each) => each.score ?? -1, low: (each) => -(each.score ?? 2) }[ranking];
  return foundObjects().filter(WANTED[kind]).map((each) => Object.assign(each, { worth: worth(each) }));
}

// The objects worth most, best first: sorting a million for sixty would take a second.
function firstOf(list, count) {
  if (kind === "label") return list.slice(0, count);
  const ranked = Float64Array.from(list, (each) => each.worth).sort();
  const least = ranked[Math.max(0, ranked.length - count)];
  return list.filter((each) => each.worth >= least).sort((a, b) => b.worth - a.worth).slice(0, count);
}

// The first of them with their places; those on images that the page does not hold have none.
function placedCrops(list) {
  if (kind === "label") return list;
  return list.map((each) => ({ each, at: placeOf(each), words: className(each.category), beneath: each.kind === "truth" ? "missed" : `${rounded(each.score, 2)} ${each.outcome.replace("false positive: ", "")}`, look: each.kind === "truth" ? "is-missed" : "is-false" }));
}

// A square around an object, with its box in the middle of it; the truth it is about is drawn too. What has an outline
// or points is drawn by them, over a faint box.
function cropPicture(image, row, look, detection) {
  const size = Math.max(12, 1.7 * Math.max(row[W], row[H]));
  const corner = [row[X] + row[W] / 2 - size / 2, row[Y] + row[H] / 2 - size / 2];
  const box = (at, looks) => element("rect", { x: at[X], y: at[Y], width: at[W], height: at[H], class: looks });
  const drawn = (at, looks, rows, paths) => {
    const [outline, bones] = paths?.[rows.indexOf(at)]?.split("|") ?? [];
    if (!outline) return [looks === "truth is-found" ? null : box(at, "casing"), box(at, looks)];
    return [box(at, `${looks} behind`), bones ? element("path", { d: bones, class: `${looks} bones` }) : null, element("path", { d: outline, class: `${looks} ${outline.endsWith("Z") ? "mask" : "points"}` })];
  };
  const truth = detection && row[TRUTH] >= 0 ? image.truths[row[TRUTH]] : null;
  const ofTruth = (at, looks) => drawn(at, looks, image.truths, image.paths?.truths);
  return element("svg", { viewBox: `${corner[0]} ${corner[1]} ${size} ${size}`, "aria-hidden": "true" },
    image.picture ? element("image", { href: image.picture, x: 0, y: 0, width: image.width, height: image.height, preserveAspectRatio: "none" }) : null,
    ...(truth ? ofTruth(truth, "truth is-found") : []),
    ...(detection ? drawn(row, `found ${look}`, image.detections[state.side], image.paths?.detections[state.side]) : ofTruth(row, look === "suspect" ? "suspect" : `truth ${look}`)));
}

function drawCrops() {
  whenSeen("crops-shown", () => {
    const all = cropList();
    const within = all.filter((each) => gallery[each.image]);
    const first = firstOf(within, shownCrops);
    withRows("crops", first.map((each) => gallery[each.image]), () => showCrops(all, within, first));
  });
}

function showCrops(all, within, first) {
  const held = placedCrops(first).filter(({ at }) => at);
  const absent = all.length - within.length;
  fill(byId("crops-note"), `${whole(within.length)} of ${countOf(all.length, "object")}${absent ? `; the images of ${whole(absent)} are not in this page` : ""}${filtered() ? "; filters hold" : ""}`);
  byId("crops-more").hidden = within.length <= shownCrops;
  fill(byId("crops-shown"), ...held.map(({ each, at: [image, row], words, beneath, look }, i) => {
    const label = `${words}, ${beneath}, on ${imageName(image)}`;
    const open = () => openViewer([image], image.id, { box: row.slice(0, 4), words: label, ...(each?.kind === "detection" ? { score: each.score, place: each.category } : {}) });
    return button(cropPicture(image, row, look, each?.kind === "detection"), open, { class: `crop ${look}`, title: label, "aria-label": label, "data-crop": each?.outcome ?? "label", "data-focus": `crop ${i}` });
  }));
  for (const [i, place] of [...byId("crops-shown").children].entries()) place.append(element("span", { title: held[i].words }, short(held[i].words, 14)), element("span", {}, held[i].beneath));
}

when("begin side rest choose filter base", () => { shownCrops = AT_ONCE; drawCrops(); });
on("crops-kind", "change", (event) => { kind = event.target.value; shownCrops = AT_ONCE; drawCrops(); });
on("crops-order", "change", (event) => { ranking = event.target.value; drawCrops(); });
on("crops-more", "click", () => { shownCrops += AT_ONCE; drawCrops(); });
