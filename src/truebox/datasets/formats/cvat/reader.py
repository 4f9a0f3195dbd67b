"""CVAT XML as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.formats.cvat.format import FORMAT
from truebox.datasets.formats.cvat.meta import CvatMeta, CvatTask, read_meta
from truebox.datasets.formats.cvat.shapes import SHAPES, flags_of, read_shape
from truebox.datasets.formats.cvat.tracks import Sighting, every_frame
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import LeftOut, with_findings
from truebox.datasets.texts.xml.attributes import XmlAttributes
from truebox.datasets.texts.xml.events import xml_events
from truebox.errors import InputError
from truebox.records import Finding, Source
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from truebox.records import Truth

__all__ = ["read_truth"]
_BOXED = ("box", "polygon", "ellipse", "mask")
# More objects than any video has: a few bytes of text must not become all memory there is.
_MOST_OBJECTS = 20_000_000


def read_truth(path: Path, options: ReadOptions) -> Truth:
    reader = _Reader(path, options)
    for event, element in xml_events(path):
        reader.start(element) if event == "start" else reader.end(element)
    return reader.truth()


class _Reader:
    """Follows the elements of a file: one image or one track at a time."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        self.rows = TruthRows(Source(str(path), "cvat", FORMAT.title, path), options)
        self.name = str(path)
        self.options = options
        self.meta = CvatMeta()
        self.keys = ImageKeys()
        self.out = LeftOut()
        self.root: Element | None = None
        self.within: Element | None = None
        self.image: int | None = None
        self.skeleton = False
        self.count = self.tracks = self.images = 0
        self.sightings: list[Sighting] = []
        self.seen: list[tuple[str, str, str, list[Sighting]]] = []

    def start(self, element: Element) -> None:
        if self.root is None:
            self.root = element
            if element.tag != "annotations":
                problem = f"the file begins with <{element.tag}>, need <annotations>"
                raise InputError("E-444", self.name, problem, "name an XML file that CVAT exported")
        elif element.tag in ("image", "track") and self.within is None:
            self.within, self.count, self.sightings = element, 0, []
            if element.tag == "image":
                self._begin_image(element)
        elif element.tag == "skeleton":
            self.skeleton = True

    def end(self, element: Element) -> None:
        if element.tag == "meta" and self.within is None:
            self.meta = read_meta(element, self.name)
            self.rows.categories(self.meta.labels)
        elif element is self.within:
            if element.tag == "track":
                label = element.attrib.get("label", "")
                task, track = element.attrib.get("task_id", ""), element.attrib.get("id", "")
                self.seen.append((task, track, label, self.sightings))
                self.tracks += 1
            self.within = None
            if self.root is not None:
                self.root.clear()  # what was read needs no memory any more
        elif element.tag in SHAPES and self.within is not None:
            if element.tag == "skeleton":
                self.skeleton = False
            if not self.skeleton:
                self._shape(element, self.within)

    def truth(self) -> Truth:
        """All rows, with the frames of the tracks."""
        findings = self._add_tracks()
        return with_findings(self.rows.truth(), *findings, *self.out.findings())

    def _begin_image(self, element: Element) -> None:
        given = XmlAttributes(element.attrib, f"{self.name} image {self.images}")
        self.images += 1
        name = given.text("name")
        if name in self.keys:
            problem = f'"{name}" is listed twice'
            raise InputError("E-448", given.place, problem, "export the tasks of a project one by one")
        width, height = given.whole("width", 0), given.whole("height", 0)
        self.image = self.rows.image(self.keys.of(name), width=width, height=height, file_name=name)

    def _shape(self, element: Element, within: Element) -> None:
        of_track = within.tag == "track"
        what = f"track {self.tracks}" if of_track else f"image {self.images - 1}"
        place = f"{self.name} {what} {element.tag} {self.count}"
        self.count += 1
        wanted = ("points",) if self.options.geometry == "keypoints" else _BOXED
        if element.tag not in wanted:
            self.out.note(str(element.tag))
            return
        given = XmlAttributes(element.attrib, place)
        try:
            label = within.attrib.get("label", "") if of_track else given.text("label")
            shape = read_shape(str(element.tag), given)
            attributes = self._attributes(element, label)
            if given.flag("occluded"):
                attributes["occluded"] = True
            if of_track:
                outside, frame = given.flag("outside"), given.whole("frame")
                self.sightings.append(Sighting(frame, shape, place, outside, attributes))
            elif self.image is not None:
                self._add(self.image, label, Sighting(0, shape, place, attributes=attributes))
        except InputError as error:
            self.options.errors.refuse(error)

    def _attributes(self, element: Element, label: str) -> dict[str, Any]:
        return {
            each.attrib.get("name", ""): self.meta.value(label, each.attrib.get("name", ""), each.text or "")
            for each in element.iter("attribute")
        }

    def _add(self, image: int, label: str, each: Sighting) -> None:
        masks = self.options.geometry in OUTLINED
        held = each.shape.geometry(self.rows.size(image) if masks else None)
        crowd, ignore = flags_of(each.attributes)
        attributes = {
            name: value for name, value in each.attributes.items() if name not in ("is_crowd", "ignore")
        }
        self.rows.add(
            image,
            self.rows.category(label),
            held.pop("box"),
            each.place,
            crowd=crowd,
            ignore=ignore,
            attributes=attributes | held.pop("attributes"),
            **held,
        )

    def _add_tracks(self) -> list[Finding]:
        listed = sum(len(sightings) for *_, sightings in self.seen)
        added = 0
        tasks = {task: self._task(task) for task, *_ in self.seen}
        if not self.seen and not self.images:  # a video in which nothing is annotated
            tasks = {name: self._task(name) for name in self.meta.tasks}
        for name, task in tasks.items():
            for frame in range(task.start, task.end or 0, task.step):
                self._frame(name, task, frame)
        for name, track, label, sightings in self.seen:
            task = tasks[name]
            try:
                for each in every_frame(sightings, task.step, task.end or 0):
                    added += 1
                    if added > _MOST_OBJECTS:
                        problem = f"tracks give more than {_MOST_OBJECTS} objects"
                        raise InputError("E-449", self.name, problem, "export the tasks one by one")
                    number = int(track) if track.isascii() and track.isdigit() else track
                    each.attributes = each.attributes | {"track": number}
                    self._add(self._frame(name, task, each.frame), label, each)
            except InputError as error:
                self.options.errors.refuse(error)
        between = added - sum(not each.outside for *_, sightings in self.seen for each in sightings)
        if between <= 0:
            return []
        text = f"{between} boxes lie between the {listed} listed of {len(self.seen)} tracks: interpolated"
        return [Finding("W-442", text, between)]

    def _task(self, name: str) -> CvatTask:
        known = self.meta.tasks.get(name) or self.meta.tasks.get("") or CvatTask()
        frames = [each.frame for task, *_, sightings in self.seen if task == name for each in sightings]
        # Without a head the last frame that any track lists is the last.
        end = known.end if known.end is not None else max(frames, default=-1) + 1
        return CvatTask(known.start, known.step, end, known.width, known.height)

    def _frame(self, name: str, task: CvatTask, frame: int) -> int:
        # CVAT names the pictures of a video so when it exports them.
        file_name = f"{f'task_{name}/' if name else ''}frame_{frame:06d}.PNG"
        return self.rows.image(
            self.keys.of(file_name),
            width=task.width,
            height=task.height,
            file_name=file_name,
            attributes={"frame": frame},
        )
