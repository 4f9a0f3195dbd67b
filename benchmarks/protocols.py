"""How long does each protocol take beside COCO, on the same files?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks import ours
from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.made_data import made_folder
from benchmarks.processes import Program, ProgramError, interleave

_USUAL = "coco"
# A new number makes new files.
_EDITION = 1
_MAKE = """
import sys
from pathlib import Path
from benchmarks.protocol_files import write

write(Path(sys.argv[1]), {kind!r}, int(sys.argv[2]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """Files, and the protocols that are asked of them.

    Parameters
    ----------
    files : str
        As `benchmarks.protocol_files` names them.
    protocols : tuple of str
        Beside COCO, which reads the same files.
    most : float
        How many times COCO's time each may take: rotated boxes have corners to be cut.
    options : tuple of str
        Of the protocols' commands; COCO takes upright boxes.
    usual_options : tuple of str
        Of COCO's command.
    share : int
        Of so many images one is made: where each mask is a file, or each slide is painted.
    """

    files: str
    protocols: tuple[str, ...]
    most: float = 2.0
    options: tuple[str, ...] = ()
    usual_options: tuple[str, ...] = ()
    share: int = 1


_KINDS = (
    _Kind(
        files="COCO, 80 classes",
        protocols=(
            *("voc", "voc2007", "ultralytics", "ultralytics_8_4_40", "yolov5", "torchmetrics", "supervision"),
            *("map_boxes", "mmdet_voc", "mmdet_voc07", "mmdet_imagenet", "visdrone", "open_images"),
            *("open_images_challenge", "froc", "wider_face"),
        ),
    ),
    _Kind(files="COCO, one class", protocols=("caltech", "citypersons", "wider_face", "froc")),
    _Kind(files="LVIS", protocols=("lvis",)),
    _Kind(files="KITTI", protocols=("kitti",)),
    _Kind(files="nuScenes", protocols=("nuscenes",)),
    _Kind(files="Argoverse 2", protocols=("argoverse2",)),
    _Kind(files="Waymo, lidar", protocols=("waymo", "waymo_bev")),
    _Kind(files="Waymo, camera", protocols=("waymo_camera",)),
    _Kind(files="CrowdHuman", protocols=("crowdhuman",)),
    _Kind(files="DOTA", protocols=("dota", "dota_v1_5"), most=5.0),
    _Kind(files="ICDAR", protocols=("icdar2015", "deteval"), most=5.0, options=("--geometry", "rotated")),
    _Kind(
        files="Total-Text",
        protocols=("total_text", "total_text_iou"),
        most=5.0,
        options=("--geometry", "rotated"),
    ),
    _Kind(files="CTW1500", protocols=("ctw1500",), most=5.0, options=("--geometry", "rotated")),
    _Kind(files="ActivityNet", protocols=("activitynet", "thumos14")),
    _Kind(files="LUNA16", protocols=("luna16",)),
    _Kind(files="CAMELYON16", protocols=("camelyon16",), share=10),
    _Kind(
        files="Cityscapes",
        protocols=("cityscapes",),
        options=("--geometry", "masks"),
        usual_options=("--geometry", "masks"),
        share=25,
    ),
)


def ask(quick: bool = False, rounds: int | None = None, cases: Sequence[str] | None = None) -> Answer:
    """Processor time of whole processes, interleaved: 500,000 detections in 5,000 images by each protocol."""
    known = [kind.files for kind in _KINDS]
    for case in cases or ():
        if case not in known:
            raise ValueError(f"no case {case!r}; there are {', '.join(known)}")
    images = 100 if quick else 5000
    answer = Answer(
        "protocols",
        "Every protocol beside COCO",
        "`truebox eval TRUTH FOUND --json --protocol NAME` and the same with `--protocol coco`, on the same "
        "files: processor time of whole processes, interleaved, in strict mode with what it computes again "
        "for its warnings. So boxes, their number and what is read are the same; of cuboids COCO takes "
        "what they cover on the ground, of rotated ones the upright boxes around them. That each protocol "
        "gives the numbers of its kit is tested in `tests/parity/test_protocol_kits.py` and beside each "
        "protocol. Between formats times differ by what is read: 10,000 text files, or 220 MB of JSON.",
        baseline=_USUAL,
    )
    for kind in _KINDS:
        if cases is None or kind.files in cases:
            _ask_kind(answer, kind, images // kind.share, rounds or (1 if quick else 3))
    return answer


def _ask_kind(answer: Answer, kind: _Kind, images: int, rounds: int) -> None:
    key = f"protocols-{_EDITION}-{kind.files.replace(' ', '-').replace(',', '')}-{images}"
    try:
        folder = made_folder(key, _MAKE.format(kind=kind.files), images)
    except (OSError, RuntimeError) as error:  # such as a package that is not there
        answer.skipped.append((kind.files, f"the files cannot be made: {error}"))
        return
    sides = (str(next(folder.glob(f"{side}*"))) for side in ("truth", "found"))
    command = (ours.command(), "eval", *sides, "--json", "--protocol")
    upright = ("--geometry", "boxes") if kind.most > min(each.most for each in _KINDS) else kind.usual_options
    programs = [
        Program(_USUAL, (*command, _USUAL, *upright)),
        *(Program(name, (*command, name, *kind.options)) for name in kind.protocols),
    ]
    case = f"{kind.files}: {images:,} images, {100 * images:,} detections"
    try:
        runs = interleave(programs, rounds)
    except ProgramError as error:
        answer.skipped.append((case, f"did not run: {str(error).strip().splitlines()[-1]}"))
        return
    for name, found in runs.items():
        answer.rows.append(Row(case, name, tuple(found.cpu_seconds), answer="its own"))
    usual = answer.row(case, _USUAL)
    assert usual is not None
    for name in kind.protocols:
        row = answer.row(case, name)
        assert row is not None
        promise = f"{name} ≤ {kind.most:g} × the time of {_USUAL}"
        answer.targets.append(Target(case, promise, row.time / usual.time, kind.most))


if __name__ == "__main__":
    main(ask)
