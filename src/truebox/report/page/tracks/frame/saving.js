// Charts drawn as SVG, saved as files: with the looks that the page's style gives them written into the copy.
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "text-anchor", "dominant-baseline"];

function drawnText(svg) {
  const copy = svg.cloneNode(true);
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const originals = [svg, ...svg.querySelectorAll("*")];
  for (const [i, made] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const looks = getComputedStyle(originals[i]);
    for (const name of LOOKS) if (looks.getPropertyValue(name)) made.setAttribute(name, looks.getPropertyValue(name));
    made.removeAttribute("class");
  }
  copy.prepend(element("rect", { width: "100%", height: "100%", fill: colour("--ground") }));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

async function saveDrawn(name, format, svg) {
  const { text, width, height } = drawnText(svg);
  if (format === "svg") return save(`${name}.svg`, "image/svg+xml", text);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = element("canvas", { width: Math.round(2 * width), height: Math.round(2 * height) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  element("a", { href: canvas.toDataURL("image/png"), download: `${name}.png` }).click();
}

// Buttons for the chart in a place, which may be drawn anew, and for its numbers: titles and rows.
const savers = (place, nameNow, numbers) => [
  ...["png", "svg"].map((format) => button(format.toUpperCase(), () => saveDrawn(nameNow(), format, place.querySelector("svg")), { "data-save": format, title: `Save this chart as ${format.toUpperCase()}` })),
  button("CSV", () => saveCsv(`${nameNow()}.csv`, ...numbers()), { "data-save": "csv", title: "Save the numbers of this chart as CSV" }),
];
