function drawConfused() {
  const rows = sides[state.side].confused;
  hide("confusion", !rows.length);
  const table = byId("confused");
  fill(table.tHead, heading(["True class", "Predicted as", "Pixels", "Of the class"], [1]));
  fill(table.tBodies[0], ...rows.map(([truth, found, pixels, share]) => element("tr", {}, element("th", { scope: "row" }, nameOf(data.classes[truth])), element("td", { class: "text" }, nameOf(data.classes[found])), cell(whole(pixels)), cell(`${fraction(100 * share, 1)} %`))));
}

when("begin side", drawConfused);
