// The page begins, when every section has said what it follows.
function begin() {
  fill(byId("about"), [`${data.protocol.name} ${data.protocol.mode}`, ...data.about].join(" · "));
  prepareSides();
  prepareTheme();
  happen("begin");
  document.documentElement.dataset.ready = "true";
}

begin();
