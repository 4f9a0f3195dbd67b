// The images, small.
function drawGallery() {
  const images = shownImages();
  byId("gallery-more").hidden = images.length <= state.shown;
  const filter = state.filter;
  fill(byId("gallery-filter"), filter ? `${whole(images.length)} ${images.length === 1 ? "image" : "images"}: ${filter.text} ` : "", ...(filter ? [button("Show all", () => { setFilter(null); byId("gallery-title").focus(); }, { id: "filter-off" })] : []));
  fill(byId("gallery-note"), `${data.gallery.reason}. ${data.gallery.note ? `${data.gallery.note}.` : ""}`);
  whenSeen("cells", () => fill(byId("cells"), ...images.slice(0, state.shown).map((image, place) => {
    const now = wrong(image, state.side);
    const words = `${now.missed} missed · ${now.false} false · ${countOf(image.truths.length, "truth")}`;
    const caption = element("span", { class: "caption" }, element("b", {}, imageName(image)), words);
    return element("button", { type: "button", class: "cell", "data-image": image.id, "data-focus": image.id, click: () => openViewer(images, place) }, picture(image), caption);
  }), images.length ? null : element("p", { class: "hint" }, gallery.length ? "No image here. At a lower score there may be some." : "There are no images.")));
}
