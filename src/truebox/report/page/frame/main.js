// The page begins, when every section has said what it follows.
function prepareSides() {
  const group = () => sides.map((side, i) => button(side.letter, () => setSide(i), { "aria-pressed": i ? "false" : "true", "data-side": i, class: `side-${i}`, title: side.source }));
  for (const place of document.querySelectorAll(".sides")) {
    place.hidden = !many;
    if (many) place.append(...group());
  }
  for (const each of document.querySelectorAll(".only-many")) each.hidden = !many;
}

function prepareTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  on("theme", "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", dark.matches ? "true" : "false");
}

// Paper is white, and shows what was not yet looked at.
function preparePrinting() {
  let theme = null;
  addEventListener("beforeprint", () => { theme = document.documentElement.dataset.theme; setTheme("light"); drawEverything(); });
  addEventListener("afterprint", () => theme && setTheme(theme));
}

function begin() {
  fill(byId("about"), `${data.protocol.name} ${data.protocol.mode} · ${data.protocol.geometry} · ${countOf(data.images, "image")}`);
  prepareScore();
  prepareSides();
  prepareTheme();
  preparePrinting();
  happen("begin");
  document.documentElement.dataset.ready = "true";
}

begin();
