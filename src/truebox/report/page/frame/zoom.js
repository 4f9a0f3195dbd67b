// How near the viewer looks, and at what: shares of the image, so that two pictures beside each other move as one.
const MOST_ZOOM = 40;
const view = { zoom: 1, x: 0.5, y: 0.5 };

function setView(zoom, x, y) {
  Object.assign(view, { zoom: Math.min(MOST_ZOOM, Math.max(1, zoom)), x, y });
  layStages();
  happen("view");
}

const stages = () => [...document.querySelectorAll("#viewer .stage")];

// Where an image lies in a stage of this size: never further out than there is something to see.
function lying(stage, image) {
  const room = { w: stage.clientWidth, h: stage.clientHeight };
  const scale = Math.min(room.w / image.width, room.h / image.height) * view.zoom;
  const along = (share, length, space) => (length <= space ? (space - length) / 2 : Math.min(0, Math.max(space - length, space / 2 - share * length)));
  return { room, scale, left: along(view.x, image.width * scale, room.w), top: along(view.y, image.height * scale, room.h) };
}

// Nearer by a factor, with what is under the pointer staying there.
function zoomAt(stage, clientX, clientY, factor) {
  const image = viewer.images[viewer.place];
  const box = stage.getBoundingClientRect();
  const point = { x: clientX - box.left - stage.clientLeft, y: clientY - box.top - stage.clientTop };
  const now = lying(stage, image);
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom * factor));
  const scale = (now.scale / view.zoom) * zoom;
  const under = { x: (point.x - now.left) / now.scale, y: (point.y - now.top) / now.scale };
  setView(zoom, (under.x + (now.room.w / 2 - point.x) / scale) / image.width, (under.y + (now.room.h / 2 - point.y) / scale) / image.height);
}

function panBy(stage, dx, dy) {
  const image = viewer.images[viewer.place];
  const { room, scale, left, top } = lying(stage, image);
  setView(view.zoom, (room.w / 2 - left - dx) / (image.width * scale), (room.h / 2 - top - dy) / (image.height * scale));
}

// Wheel, double click, one finger or the mouse to drag, two fingers to pinch.
function makeMovable(stage) {
  const pointers = new Map();
  const spread = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomAt(stage, event.clientX, event.clientY, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)));
  }, { passive: false });
  stage.addEventListener("dblclick", (event) => zoomAt(stage, event.clientX, event.clientY, event.shiftKey ? 0.5 : 2));
  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const apart = pointers.size === 2 ? spread([...pointers.values()]) : 0;
    const now = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, now);
    if (pointers.size === 1) panBy(stage, now.x - before.x, now.y - before.y);
    else if (apart) {
      const both = [...pointers.values()];
      zoomAt(stage, (both[0].x + both[1].x) / 2, (both[0].y + both[1].y) / 2, spread(both) / apart);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => pointers.delete(event.pointerId));
}

stages().forEach(makeMovable);
new ResizeObserver(() => byId("viewer").open && layStages()).observe(byId("viewer-stages"));
on("viewer-zoom", "input", (event) => setView(Number(event.target.value), view.x, view.y));
