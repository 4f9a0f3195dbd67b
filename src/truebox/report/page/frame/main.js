// The page begins, when every section has said what it follows. Paper is white, and shows what was not yet looked at.
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
