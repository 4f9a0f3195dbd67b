// How to get the same again.
function originRows() {
  const rows = [["Command", element("code", {}, data.command || "(from Python)")], ["Truebox", data.truebox], ["Truth", data.truth.path], ["SHA-256 of the truth", element("code", {}, data.truth.sha256 || "(not a file)")], ["Protocol", `${data.protocol.name} ${data.protocol.mode}, ${data.protocol.geometry}, max detections ${data.protocol.max_detections.map((limit) => (limit === 2 ** 31 - 1 ? "any" : limit)).join(", ")}`]];
  for (const side of sides) rows.push([`Predictions${many ? ` ${side.letter}` : ""}`, `${side.source} (${side.format}, ${whole(side.detections)} detections)`]);
  if (sides[0].level) rows.push(["Intervals", `${whole(sides[0].replicates)} resamplings of the images, seed ${sides[0].seed}`]);
  return rows;
}

function drawOrigin() {
  fill(byId("origin"), ...originRows().flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

when("begin", drawOrigin);
on("save-data", "click", () => save("truebox-report.json", "application/json", byId("data").textContent));
