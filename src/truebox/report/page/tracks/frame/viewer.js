// One frame large, the frames of an event small, and a way through all of them.
const viewed = { side: 0, sequence: 0, frame: 0, event: null, focus: { truths: new Set(), tracks: new Set() }, list: [], timer: null };
const NOBODY = () => ({ truths: new Set(), tracks: new Set() });

function focusOf(event) {
  const held = (...places) => new Set(places.filter((place) => place >= 0));
  return { truths: held(event.truthPlace), tracks: held(event.foundPlace, event.beforePlace) };
}

function eventWords(event) {
  const object = `object ${event.truth}`;
  const gap = event.gap ? ` after ${countOf(event.gap, "frame")} without a track` : "";
  return {
    exchange: `${object} is now followed by track ${event.found}, which followed another object before; until then it was track ${event.before}${gap}.`,
    "new id": `${object} is now track ${event.found}; until then it was track ${event.before}.`,
    return: `${object} comes back as track ${event.found}${gap}; before it was track ${event.before}.`,
    fragmentation: `${object} is found again by track ${event.found}${gap}.`,
    merge: `${object} has no track of its own: it is under the box of track ${event.found}.`,
    split: `track ${event.found} is a second box on ${object}.`,
    miss: `${object} has no track for ${countOf(event.gap, "frame")}.`,
    "false track": `track ${event.found} is nobody's in any of its ${countOf(event.gap, "frame")}.`,
  }[event.kind].replace(/^./, (first) => first.toUpperCase());
}

// `list`: the places of the events among which next and previous go.
function openEvent(side, place, list) {
  const event = eventAt(side, place);
  Object.assign(viewed, { side, sequence: event.sequence, event, focus: focusOf(event), list, frame: event.frame - data.sequences[event.sequence].first });
  showViewer();
}

function openFrame(side, sequence, frame, truthPlace) {
  const focus = NOBODY();
  if (truthPlace !== null) focus.truths.add(truthPlace);
  Object.assign(viewed, { side, sequence, frame, event: null, focus, list: [] });
  showViewer();
}

function showViewer() {
  const { event, sequence } = viewed;
  const { name, length, first } = data.sequences[sequence];
  stopPlaying();
  fill(byId("viewer-title"), event ? `${event.kind}: ${name || "sequence"}, frame ${event.frame}` : `${name || "sequence"}`);
  fill(byId("viewer-words"), event ? `${many ? `${sides[viewed.side].letter}: ` : ""}${eventWords(event)}` : `${countOf(length, "frame")}${many ? `, tracker ${sides[viewed.side].letter}` : ""}.`);
  const at = event ? viewed.list.indexOf(event.place) : -1;
  byId("viewer-previous").disabled = at <= 0;
  byId("viewer-next").disabled = at < 0 || at >= viewed.list.length - 1;
  const slider = byId("viewer-frame");
  [slider.min, slider.max] = [first, first + length - 1];
  drawStrip();
  drawFrame();
  if (!byId("viewer").open) byId("viewer").showModal();
}

function drawFrame() {
  const { side, sequence, frame, focus } = viewed;
  const number = frame + data.sequences[sequence].first;
  const kept = truthOf(sequence).kept[frame];
  const look = { truth: byId("viewer-truth").checked, found: byId("viewer-found").checked, others: byId("viewer-others").checked, focus, small: false };
  const [, , width, height] = viewOf(sequence);
  byId("viewer-stage").style.aspectRatio = `${width} / ${height}`;
  fill(byId("viewer-stage"), frameSvg(side, sequence, frame, look), kept ? null : element("p", { class: "absent" }, "The boxes of this frame are not on the page."));
  byId("viewer-frame").value = number;
  fill(byId("viewer-number"), `${number} of ${data.sequences[sequence].first + data.sequences[sequence].length - 1}`);
  for (const each of byId("viewer-strip").children) each.setAttribute("aria-pressed", Number(each.dataset.frame) === number ? "true" : "false");
}

function drawStrip() {
  const { side, sequence, event, focus } = viewed;
  const strip = byId("viewer-strip");
  strip.hidden = !event;
  if (!event) return;
  const { first } = data.sequences[sequence];
  const frames = eventFrames(event);
  const view = viewAround(side, sequence, frames.map((each) => each - first), focus);
  const look = { truth: true, found: true, others: true, focus, small: true, view };
  fill(strip, ...frames.map((number) => {
    const small = element("button", { type: "button", "data-frame": number, "aria-pressed": "false", click: () => moveTo(number - first) }, frameSvg(side, sequence, number - first, look), element("span", {}, `${number}${number === event.frame ? " ●" : ""}`));
    small.firstChild.style.aspectRatio = `${view[2]} / ${view[3]}`;
    return small;
  }));
}

function moveTo(frame) {
  viewed.frame = Math.min(Math.max(frame, 0), data.sequences[viewed.sequence].length - 1);
  drawFrame();
}

function step(by) {
  const at = viewed.list.indexOf(viewed.event?.place) + by;
  if (viewed.event && at >= 0 && at < viewed.list.length) openEvent(viewed.side, viewed.list[at], viewed.list);
}

function stopPlaying() {
  clearInterval(viewed.timer);
  viewed.timer = null;
  byId("viewer-play").setAttribute("aria-pressed", "false");
}

function play() {
  if (viewed.timer) return stopPlaying();
  byId("viewer-play").setAttribute("aria-pressed", "true");
  const last = data.sequences[viewed.sequence].length - 1;
  if (viewed.frame >= last) viewed.frame = 0;
  viewed.timer = setInterval(() => (viewed.frame >= last ? stopPlaying() : moveTo(viewed.frame + 1)), 120);
}

function prepareViewer() {
  on("viewer-close", "click", () => byId("viewer").close());
  on("viewer", "close", stopPlaying);
  on("viewer-previous", "click", () => step(-1));
  on("viewer-next", "click", () => step(1));
  on("viewer-play", "click", play);
  on("viewer-frame", "input", () => moveTo(Number(byId("viewer-frame").value) - data.sequences[viewed.sequence].first));
  for (const id of ["viewer-truth", "viewer-found", "viewer-others"]) on(id, "change", drawFrame);
  on("viewer", "keydown", (pressed) => {
    if (pressed.key === "j") step(1);
    if (pressed.key === "k") step(-1);
  });
}
