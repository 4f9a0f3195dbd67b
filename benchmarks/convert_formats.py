"""How long does a converter of annotations take, from the start of the program to the last file?"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import ours
from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.converted import compared, image_sizes, written_boxes
from benchmarks.label_folders import label_folders
from benchmarks.processes import Program, ProgramError, Runs, run_once
from benchmarks.versus import adapters

_TOOLS = ("panlabel", "hotcoco", "globox", "supervision")
_KINDS = (
    "coco to yolo", "yolo to coco", "coco to voc", "coco to csv",
    "coco to coco", "coco to kitti", "coco to labelme", "coco to createml", "coco to openimages",
    "voc to coco", "voc to yolo", "yolo to voc", "csv to coco", "labelme to coco",
)  # fmt: skip
_ENDINGS = {"coco": ".json", "csv": ".csv", "createml": ".json", "openimages": ".csv"}
_TOO_SLOW = 5  # times the fastest other tool's time at 2,000 images: not asked again at 20,000


@dataclass(frozen=True, slots=True)
class _Case:
    kind: str
    images: int
    source: Path
    pictures: Path
    sizes: dict[str, tuple[int, int]]

    @property
    def title(self) -> str:
        return f"{self.kind}, {self.images:,} images"

    def target(self, tool: str, folder: Path) -> Path:
        return folder / (tool + _ENDINGS.get(self.to, ""))

    @property
    def to(self) -> str:
        return self.kind.rpartition(" ")[2]


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """COCO to and from YOLO, Pascal VOC, tables, LabelMe and others."""
    answer = Answer(
        "convert_formats",
        "Converting annotations",
        "Whole programs in fresh processes, interleaved, start of the interpreter included. Before "
        "anything is timed the boxes that every program wrote are read back and compared: some write "
        "whole pixels or six digits, so two agree whose means differ by less than 2 pixels in every image. "
        "Tables are each tool's own (panlabel: TensorFlow's, globox: that of Open Images); the one that is "
        "read is TensorFlow's, its corners fractions as panlabel wants them. Most of the time of a folder "
        "goes into making its files, which the system does. supervision opens pictures "
        "where it writes labels, and there are only headers of them.",
    )
    modules, absent = adapters(_TOOLS, "CONVERT")
    answer.skipped += absent
    for images in (2_000,) if quick else (2_000, 20_000):
        with tempfile.TemporaryDirectory() as place:
            root = label_folders(images) / "yolo"
            labels, coco = _sources(root, Path(place))
            sizes = image_sizes(coco)
            sources = {
                "yolo": labels,
                "coco": coco,
                "voc": root.with_name("voc"),
                **_written(coco, Path(place)),
            }
            for kind in _KINDS:
                source = sources[kind.partition(" ")[0]]
                case = _Case(kind, images, source, labels / "images", sizes)
                _measure(answer, case, [ours, *modules], rounds or (2 if quick else 5))
    return answer


def _sources(made: Path, place: Path) -> tuple[Path, Path]:
    """The labels as one split, since some tools take one that is two twice, and the same as COCO."""
    labels, coco = place / "dataset", place / "truth.json"
    labels.mkdir()
    for name in ("images", "labels"):
        shutil.copytree(made / name, labels / name)
    description = (made / "data.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    one = "".join(line for line in description if not line.startswith(("train:", "val:")))
    (labels / "data.yaml").write_text(one, encoding="utf-8")
    run_once(Program("", (ours.command(), "convert", str(made), str(coco))), Runs())
    # Names as they lie in the folder of pictures.
    plain = coco.read_text(encoding="utf-8").replace('"file_name": "images/', '"file_name": "')
    coco.write_text(plain, encoding="utf-8")
    return labels, coco


def _written(coco: Path, place: Path) -> dict[str, Path]:
    """The same as a table whose corners are fractions, and as LabelMe's files."""
    rows = json.loads(coco.read_text(encoding="utf-8"))
    images = {row["id"]: row for row in rows["images"]}
    names = {row["id"]: row["name"] for row in rows["categories"]}
    table, labelme = place / "table.csv", place / "labelme"
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("filename", "width", "height", "class", "xmin", "ymin", "xmax", "ymax"))
        for row in rows["annotations"]:
            image, (x, y, w, h) = images[row["image_id"]], row["bbox"]
            wide, high = image["width"], image["height"]
            corners = (x / wide, y / high, min((x + w) / wide, 1.0), min((y + h) / high, 1.0))
            writer.writerow((image["file_name"], wide, high, names[row["category_id"]], *corners))
    run_once(Program("", (ours.command(), "convert", str(coco), str(labelme), "--to", "labelme")), Runs())
    return {"csv": table, "labelme": labelme}


def _measure(answer: Answer, case: _Case, modules: list[Any], rounds: int) -> None:
    slow = _slow(answer, case)
    with tempfile.TemporaryDirectory() as place:
        programs: dict[str, tuple[Program, Path]] = {}
        for module in modules:
            target = case.target(module.TOOL, Path(place))
            command = module.CONVERT(case.kind, case.source, target, case.pictures)
            if module.TOOL in slow:
                reason = f"more than {_TOO_SLOW} times as slow as the fastest at 2,000"
                answer.skipped.append((f"{module.TOOL}, {case.title}", reason))
            elif command is not None:
                programs[module.TOOL] = Program(module.TOOL, command), target
        verdicts = _verdicts(answer, case, programs)
        runs = {tool: Runs() for tool in verdicts}
        for _ in range(rounds):
            for tool, found in runs.items():
                program, target = programs[tool]
                if target.is_dir():
                    shutil.rmtree(target)
                target.unlink(missing_ok=True)
                run_once(program, found)
    for tool, found in runs.items():
        seconds, peak, cpu = tuple(found.seconds), tuple(found.peak_bytes), tuple(found.cpu_seconds)
        answer.rows.append(Row(case.title, tool, seconds, peak, cpu, verdicts[tool]))


def _verdicts(answer: Answer, case: _Case, programs: dict[str, tuple[Program, Path]]) -> dict[str, str]:
    """What each program wrote against what the first other one did; raises where ours stands alone."""
    written = {}
    for tool, (program, target) in programs.items():
        try:
            run_once(program, Runs())
            written[tool] = written_boxes(case.to, target, case.sizes)
        except (ProgramError, OSError, ValueError, KeyError) as error:
            if tool == ours.TOOL:
                raise
            answer.skipped.append((f"{tool}, {case.title}", str(error).strip().splitlines()[-1]))
    verdicts = {tool: compared(found, written[ours.TOOL]) for tool, found in written.items()}
    if len(verdicts) > 1 and not any(
        said == "identical" for tool, said in verdicts.items() if tool != ours.TOOL
    ):
        raise RuntimeError(f"{case.title}: {verdicts}")
    return verdicts


def _slow(answer: Answer, case: _Case) -> set[str]:
    """Those that a smaller data set has shown to be far behind the fastest."""
    times = {
        row.tool: row.time
        for row in answer.rows
        if case.images > 2_000 and row.case == f"{case.kind}, 2,000 images" and row.tool != ours.TOOL
    }
    return {tool for tool, time in times.items() if time > _TOO_SLOW * min(times.values())}


if __name__ == "__main__":
    main(ask)
