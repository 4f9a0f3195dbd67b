// Parts of the data, and likely mistakes in the truth.
const sliceName = (row) => `${row.by}: ${row.label}`;

// Images with something of a part; once more takes it back.
function askSlice(row) {
  const held = state.filter.slice === sliceName(row);
  setCondition("slice", held ? null : sliceName(row));
  if (!held) happen("look");
}

function drawSlices() {
  const why = sides[state.side].slices.no_ap;
  fill(byId("slices-no-ap"), why ? `${why}.` : "");
  fill(byId("slice-table").tHead, heading(["Part", "", "Images", "Truths", "AP50", "AP", "Recall", "Elsewhere", "p"], [1]));
  fill(byId("slice-table").tBodies[0], ...sides[state.side].slices.rows.map((row) => element("tr", { class: state.filter.slice === sliceName(row) ? "chosen" : null }, cell(row.by), element("td", { class: "text" }, button(nameOf(row.label), () => askSlice(row), { "data-slice": sliceName(row), "data-focus": sliceName(row), "aria-pressed": state.filter.slice === sliceName(row) ? "true" : "false" })), cell(whole(row.images)), cell(whole(row.truths)), cell(fraction(row.ap50)), cell(fraction(row.ap)), cell(fraction(row.recall), row.worse ? "bad" : null), cell(fraction(row.elsewhere)), cell(row.p_value === null ? "" : row.p_value < 0.001 ? "< 0.001" : fraction(row.p_value)))));
}

const SUSPICIONS = { missing: "perhaps not annotated", class: "perhaps the wrong class", box: "perhaps a badly drawn box", duplicate: "perhaps annotated twice" };

function drawSuspects() {
  const words = (each) => (each.proposed && each.written && each.proposed !== each.written ? `${each.written}, perhaps ${each.proposed}` : `${each.proposed ?? each.written ?? ""} ${SUSPICIONS[each.kind]}`);
  const items = data.suspects.slice(0, 20).map((each) => {
    const image = imageOf(each.image_id);
    const text = `image ${each.image_id}: ${words(each)} (${fraction(each.suspicion, 2)})`;
    return element("li", {}, image ? button(text, () => openViewer([image], image.id, { box: each.box })) : text);
  });
  fill(byId("suspects"), element("h3", {}, "Likely mistakes in the truth"), items.length ? element("ol", { class: "links" }, ...items) : element("p", {}, "None stands out."));
}

when("begin side filter", drawSlices);
when("begin", drawSuspects);
