// The verdict, gates, numbers with their intervals, and what to know about the data.
function gateLine(gate) {
  const value = typeof gate.value === "number" ? fraction(gate.value, 4) : gate.value ?? "undefined";
  const limit = gate.limit === null || gate.limit === undefined ? "" : `, must be ${gate.relation ?? ">="} ${gate.limit}`;
  const name = many && gate.name ? ` (${gate.name})` : "";
  return element("li", { class: `gate${gate.passed ? "" : " failed"}` }, element("b", {}, gate.passed ? "passed" : "failed"), ` ${gate.expression}${name}: ${value}${limit}${gate.reason ? `. ${gate.reason}` : ""}`);
}

function problemsOf(side) {
  const words = side.warnings.map((each) => `${each.code} ${named(side)}${each.message}`);
  const range = side.ties?.AP;
  if (range && range.best - range.worst > 1e-4) words.push(`${named(side)}equal scores: depending on their order, AP lies between ${fraction(range.worst, 4)} and ${fraction(range.best, 4)}.`);
  return words;
}

function drawOverview() {
  fill(byId("words"), ...data.words.map((sentence) => element("li", {}, sentence)));
  fill(byId("gates"), ...data.gates.map(gateLine));
  byId("gates").hidden = !data.gates.length;
  fill(byId("cards"), ...sides.flatMap((side) => [
    element("h3", { class: "side" }, many ? element("i", { class: `swatch side-${sides.indexOf(side)}` }) : null, many ? `${side.letter}: ` : null, nameOf(side.source, 80)),
    ...side.metrics.map((each) => card(each.key, fraction(each.value), each.value === null ? each.reason : between(each.low, each.high))),
  ]));
  const { level, replicates, seed } = sides[0];
  const estimated = sides[0].metrics.some((each) => each.low !== null);
  fill(byId("cards-note"), estimated ? `Beneath each number: where its mean over data sets of as many such images lies, a ${Math.round(100 * level)} % confidence interval; one other set differs more (${whole(replicates)} resamplings of the images, seed ${seed}).` : "");
  const problems = sides.flatMap(problemsOf);
  byId("problems").hidden = !problems.length;
  fill(byId("problems").querySelector("summary"), `${countOf(problems.length, "thing")} to know about the data`);
  fill(byId("problems").querySelector("ul"), ...problems.map((text) => element("li", {}, text)));
}

when("begin", drawOverview);
