const order = once("list", () => ({ key: "", places: [] }));

// The places of the events that the filter lets through.
function eventList() {
  const wanted = byId("event-id").value.trim().replace(/^#/, "");
  const key = `${state.side}|${[...state.kinds].join()}|${state.of}|${wanted}`;
  if (order.key === key) return order.places;
  const columns = eventsOf(state.side);
  const places = [];
  for (let i = 0; i < columns.kind.length; i++) {
    if (state.kinds.size && !state.kinds.has(columns.kind[i])) continue;
    if (state.of !== null && columns.sequence[i] !== state.of) continue;
    if (wanted) {
      const event = eventAt(state.side, i);
      if (![event.truth, event.found, event.before].includes(wanted)) continue;
    }
    places.push(i);
  }
  Object.assign(order, { key, places });
  return places;
}
window.truebox.eventList = eventList;

function drawKinds() {
  const counts = data.kinds.map((_, kind) => sides[state.side].events.counts.reduce((sum, row, place) => sum + (state.of === null || state.of === place ? row[kind] : 0), 0));
  fill(byId("event-kinds"), ...data.kinds.map((kind, place) => button(`${kind} ${whole(counts[place])}`, () => {
    if (!state.kinds.delete(place)) state.kinds.add(place);
    state.shown = EVENTS_AT_ONCE;
    happen("filter");
  }, { "aria-pressed": state.kinds.has(place) ? "true" : "false", "data-kind": kind, "data-focus": kind, disabled: counts[place] === 0 && !state.kinds.has(place) })));
}

function drawEvents() {
  drawKinds();
  byId("event-sequence").value = state.of === null ? "" : state.of;
  const places = eventList();
  const { listed, all } = sides[state.side].events;
  const classes = data.classes.length > 1;
  const table = byId("event-table");
  fill(table.tHead, heading(["Kind", "Sequence", ...(classes ? ["Class"] : []), "Frame", "Object", "Track", "Track before", "Frames", "IoU"], [1, classes ? 2 : 1]));
  fill(table.tBodies[0], ...places.slice(0, state.shown).map((place) => {
    const event = eventAt(state.side, place);
    return element("tr", { "data-event": place },
      element("td", {}, button(event.kind, () => openEvent(state.side, place, eventList()), { "data-focus": `event ${place}` })),
      cell(data.sequences[event.sequence].name, "text"),
      classes ? cell(data.classes[event.category], "text") : null,
      cell(event.frame), cell(event.truth ?? ""), track(event.foundPlace, event.found), track(event.beforePlace, event.before),
      cell(event.gap || ""), cell(event.iou === null ? "" : fraction(event.iou, 2)));
  }));
  byId("event-more").hidden = places.length <= state.shown;
  fill(byId("event-note"), countOf(places.length, "event"));
  const cut = listed < all ? `This page lists the ${whole(listed)} gravest of ${whole(all)} events; truebox eval --events writes all of them. ` : "";
  fill(byId("event-cut"), [cut, data.keptNote, data.pictureNote].filter(Boolean).join(" "));
}

function track(place, id) {
  if (place < 0) return cell("");
  const swatch = element("span", { class: "swatch" });
  swatch.style.background = trackColour(place);
  return element("td", {}, swatch, id);
}

function prepareEvents() {
  fill(byId("event-sequence"), element("option", { value: "" }, "all"), ...data.sequences.map((each, place) => element("option", { value: place }, each.name)));
  on("event-sequence", "change", () => {
    const chosen = byId("event-sequence").value;
    if (chosen === "") {
      state.of = null;
      state.shown = EVENTS_AT_ONCE;
      happen("filter");
    } else chooseSequence(Number(chosen));
  });
  on("event-id", "input", () => { state.shown = EVENTS_AT_ONCE; happen("filter"); });
  on("event-more", "click", () => { state.shown += 4 * EVENTS_AT_ONCE; drawEvents(); });
}

when("begin", prepareEvents);
when("begin side sequence filter theme", drawEvents);
