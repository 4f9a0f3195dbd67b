"""Every error and warning code, what it means and what to do; the one source of the docs list.

Codes are stable: a code never changes its meaning, and a retired one is not used again.
``E`` refuses, ``W`` warns. A number tells the module that explains it:

========== ==================== ==========================================================
10x to 14x ``files_and_rows``   files, rows, ids, classes: any format
15x, 470   ``formats``          which format a file is in, and whether predictions fit
16x to 19x ``shapes``           masks, keypoints, panoptic images
30x to 33x ``evaluation``       what an evaluation says about its numbers
40x, 41x   ``yolo_and_voc``     YOLO labels, Pascal VOC annotations and results
42x, 43x   ``tables``           CSV, Parquet, KITTI, DOTA, MOT, text boxes, Open Images, npz
44x to 46x ``annotation_tools`` CVAT, LabelMe, Label Studio, Prodigy, CreateML, TFRecord
47x, 489   ``checking``         what a check finds odd
48x        ``faults``           what is wrong with an input as a whole
50x to 54x ``diagnosis``        error types, uncertainty, diagnoses
55x        ``gates``            gates and baselines
56x        ``drawings``         pictures to draw on
57x        ``parts``            batches and parts of an evaluation
58x, 59x   ``tracks``           objects followed through frames
========== ==================== ==========================================================
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from truebox.codes.code import Code

__all__ = ["CODES", "Code"]


def _all_codes() -> dict[str, Code]:
    """The tables of all modules here: one per part of the program, each with its own numbers."""
    codes: dict[str, Code] = {}
    for part in sorted(module.name for module in iter_modules(__path__) if module.name != "code"):
        for entry in import_module(f"truebox.codes.{part}").CODES_HERE:
            if entry.code in codes:
                raise RuntimeError(f"{entry.code} is registered twice, the second time in codes/{part}.py")
            codes[entry.code] = entry
    return dict(sorted(codes.items()))


CODES: dict[str, Code] = _all_codes()
