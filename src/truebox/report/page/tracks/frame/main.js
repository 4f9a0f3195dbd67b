// The page begins, when every section has said what it follows.
function begin() {
  const frames = data.sequences.reduce((sum, each) => sum + each.length, 0);
  fill(byId("about"), `${data.protocol.name} ${data.protocol.mode} · ${countOf(data.sequences.length, "sequence")} · ${countOf(frames, "frame")}`);
  prepareSides();
  prepareTheme();
  prepareViewer();
  happen("begin");
  document.documentElement.dataset.ready = "true";
}

begin();
