// Every result against the first: differences, and the images that changed most.
const VERDICTS = { better: "better", worse: "worse", "not significant": "not significant", undefined: "undefined" };

function movedImages(pair, kind) {
  const images = pair[kind];
  const ids = new Set(images.map((each) => String(each.id)));
  const held = gallery.filter((image) => ids.has(String(image.id)));
  const list = images.slice(0, 8).map((each) => {
    const place = gallery.findIndex((image) => String(image.id) === String(each.id));
    const words = `${imageName({ file: each.file_name, id: each.id })}: ${fraction(each.first, 2)} → ${fraction(each.second, 2)}`;
    return element("li", {}, place < 0 ? words : button(words, () => openViewer([gallery[place]], gallery[place].id)));
  });
  const second = sides.findIndex((side) => side.letter === pair.second);
  const name = kind === "lost" ? "worse" : "better";
  const all = held.length ? button(`Show ${held.length === 1 ? "this image" : `these ${held.length} images`} below`, () => setFilter({ moved: [pair.second, kind] }, second), { "data-moved": `${pair.second} ${kind}` }) : null;
  return element("div", {}, element("h4", {}, `${name === "worse" ? "Got worse" : "Got better"} (${whole(pair[name])} images)`), list.length ? element("ol", { class: "links" }, ...list) : element("p", {}, "None."), all);
}

function drawCompared() {
  hide("compared", !data.comparisons.length);
  fill(byId("comparisons"), ...data.comparisons.flatMap((pair) => [
    element("h3", {}, `${pair.second} against ${pair.first}`),
    element("div", { class: "scroll", tabindex: 0 }, element("table", {}, element("thead", {}, heading(["Metric", pair.first, pair.second, "Difference", `${Math.round(100 * pair.level)} % interval`, "p", pair.second], [6])), element("tbody", {}, ...pair.metrics.map((each) => element("tr", {}, cell(each.key), cell(fraction(each.first)), cell(fraction(each.second)), cell(signed(each.value)), cell(each.low === null ? "" : `${signed(each.low)} to ${signed(each.high)}`), cell(each.p === null ? "" : each.p < 0.001 ? "< 0.001" : fraction(each.p)), element("td", { class: `text ${each.verdict === "better" ? "good" : each.verdict === "worse" ? "bad" : ""}`, title: each.reason }, VERDICTS[each.verdict])))))),
    element("p", { class: "hint" }, `An image's own AP rose on ${whole(pair.better)} images, fell on ${whole(pair.worse)} and stayed on ${whole(pair.same)}; ${whole(pair.without_truth)} have no truth that counts. Both results were resampled together, so what makes an image hard for both does not blur their difference.`),
    element("div", { class: "pair" }, movedImages(pair, "lost"), movedImages(pair, "gained")),
  ]));
}

when("begin", drawCompared);
