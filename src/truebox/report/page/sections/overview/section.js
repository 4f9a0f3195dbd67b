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

// The number of the shown result that stands for it, and how sure it is.
function drawHero() {
  const side = sides[state.side];
  const main = side.metrics[0];
  const sure = between(main.low, main.high);
  fill(byId("hero"), element("b", {}, fraction(main.value)), element("span", {}, `${main.key}${many ? ` of ${side.letter}` : ""}${sure ? `, ${Math.round(100 * side.level)} % interval ${sure}` : ""}${main.value === null ? `: ${main.reason}` : ""}`));
}

// A line from the low to the high end of the interval, with the value on it; all rows on one scale.
function whisker(each, scale) {
  if (each.low === null || each.value === null) return null;
  const at = (value) => (4 + (92 * (value - scale[0])) / Math.max(1e-9, scale[1] - scale[0])).toFixed(1);
  return element("svg", { width: 100, height: 12, class: "whisker", "aria-hidden": "true" }, element("line", { x1: at(each.low), x2: at(each.high), y1: 6, y2: 6 }), element("rect", { x: at(each.value) - 2.5, y: 2, width: 5, height: 8 }));
}

function drawLeaderboard() {
  const keys = sides[0].metrics.map((each) => each.key);
  const cellsOf = keys.map((key) => sides.map((side) => side.metrics.find((each) => each.key === key)));
  const less = sides[0].metrics.map((each) => each.less);
  const best = cellsOf.map((column, place) => (less[place] ? Math.min(...column.map((each) => each?.value ?? Infinity)) : Math.max(...column.map((each) => each?.value ?? -Infinity))));
  const ends = cellsOf[0].flatMap((each) => (each?.value === null ? [] : [each.low ?? each.value, each.high ?? each.value]));
  const scale = [Math.min(...ends), Math.max(...ends)];
  const base = sides[state.base];
  const difference = (side) => (side === base || side.metrics[0].value === null || base.metrics[0].value === null ? "" : signed(side.metrics[0].value - base.metrics[0].value));
  fill(byId("leaderboard").tHead, element("tr", {}, ...["Predictions", keys[0], ...(many ? [`${keys[0]} − ${base.letter}`, "Baseline"] : []), ...keys.slice(1)].map((title) => element("th", { scope: "col" }, title))));
  fill(byId("leaderboard").tBodies[0], ...sides.map((side, row) => element("tr", { class: row === state.side && many ? "chosen" : null },
    element("th", { scope: "row" }, many ? element("i", { class: `swatch side-${row}` }) : null, many ? button(side.letter, () => setSide(row), { class: "plain", "data-focus": `board ${row}`, title: `Show ${side.letter}` }) : null, ...(many && side.letter === sideNames[row] ? [] : [" ", nameOf(sideNames[row], 40, side.source)])),
    ...cellsOf.flatMap((column, place) => {
      const each = column[row];
      const beside = place || !many ? [] : [cell(difference(side)), element("td", {}, element("input", { type: "radio", name: "baseline", value: row, checked: row === state.base, "aria-label": `${side.letter} is the baseline`, change: () => setBase(row), "data-focus": `base ${row}` }))];
      if (!each) return [element("td", {}, ""), ...beside];
      const top = many && each.value !== null && each.value === best[place];
      return [element("td", { class: top ? "best" : null, title: each.value === null ? each.reason : top ? (less[place] ? "the lowest, which is best" : "the highest") : null }, element(top ? "b" : "span", {}, fraction(each.value)), place ? null : whisker(each, scale), each.low === null ? null : element("span", { class: "beneath" }, between(each.low, each.high))), ...beside];
    }))));
}

const WORDS_AT_ONCE = 5;

// Names between `marks` are set apart, unless a name holds such a mark itself.
function said(sentence) {
  const parts = sentence.split("`");
  if (parts.length % 2 === 0 || classes.some((name) => name.includes("`"))) return [sentence];
  return parts.map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

function drawOverview() {
  const truth = data.truth.path ?? "";
  fill(byId("of-what"), apart(truth.split(/[\\/]/).pop() || "truth"), ` · ${countOf(data.images, "image")}, ${whole(sides[0].columns.truths.reduce((sum, each) => sum + each, 0))} truths that count, ${countOf(classes.length, "class", "classes")} · made ${data.made}`);
  const sentences = data.words.map((sentence) => element("li", {}, ...said(sentence)));
  fill(byId("words"), ...sentences.slice(0, WORDS_AT_ONCE));
  byId("more-words").hidden = sentences.length <= WORDS_AT_ONCE;
  fill(byId("more-words").querySelector("summary"), `${countOf(sentences.length - WORDS_AT_ONCE, "more sentence")}`);
  fill(byId("more-words").querySelector("ul"), ...sentences.slice(WORDS_AT_ONCE));
  fill(byId("gates"), ...data.gates.map(gateLine));
  byId("gates").hidden = !data.gates.length;
  const { level, replicates, seed } = sides[0];
  const estimated = sides[0].metrics.some((each) => each.low !== null);
  fill(byId("cards-note"), estimated ? `Beneath each number: where its mean over data sets of as many such images lies, a ${Math.round(100 * level)} % confidence interval; one other set differs more (${whole(replicates)} resamplings of the images, seed ${seed}).` : "");
  const problems = sides.flatMap(problemsOf);
  byId("problems").hidden = !problems.length;
  fill(byId("problems").querySelector("summary"), `${countOf(problems.length, "thing")} to know about the data`);
  fill(byId("problems").querySelector("ul"), ...problems.map((text) => element("li", {}, text)));
}

when("first", drawOverview);
when("first begin side", drawHero);
when("first begin side base", drawLeaderboard);
