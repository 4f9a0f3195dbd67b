"""cityscapesScripts: AP of instances, from the pictures that both read."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import truebox as tb
from benchmarks.beside.dropped_names import with_dropped_names
from benchmarks.beside.kit import Case, Kit
from benchmarks.made_data import made_folder

__all__ = ["KIT"]


_MAKE = """
import sys
from pathlib import Path
from benchmarks.protocol_files import write

write(Path(sys.argv[1]), "Cityscapes", int(sys.argv[2]))
"""


def _made(quick: bool) -> Case:
    from cityscapesscripts.evaluation import evalInstanceLevelSemanticLabeling as kit

    with_dropped_names()
    images = 2 if quick else 8
    folder = made_folder(f"kits-cityscapes-{images}", _MAKE, images)
    truth, found = folder / "truth", folder / "found"
    pictures = sorted(map(str, truth.glob("*_instanceIds.png")))
    lists = [
        str(found / (Path(each).name.removesuffix("_gtFine_instanceIds.png") + ".txt")) for each in pictures
    ]

    def theirs() -> float:
        rules = copy(kit.args)
        # The kit keeps what it found in the truth for the next time, and writes its matches where it stands.
        with tempfile.TemporaryDirectory() as place, _standing_in(place):
            rules.gtInstancesFile, rules.predictionPath = f"{place}/truth.json", str(found)
            rules.JSONOutput, rules.quiet, rules.instLabels = False, True, []
            with contextlib.redirect_stdout(io.StringIO()):
                return float(kit.evaluateImgLists(lists, pictures, rules)["averages"]["allAp"])

    def ours() -> float:
        result = tb.evaluate(str(truth), str(found), protocol=KIT.protocol, geometry="masks")
        return float(result.metrics["AP"])

    return Case(f"{images:,} pictures of 640 × 480, {100 * images:,} masks", ours, theirs)


@contextlib.contextmanager
def _standing_in(place: str) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)


KIT = Kit(
    package="cityscapesscripts",
    distribution="cityscapesscripts",
    protocol="cityscapes",
    made=_made,
    within=1e-12,
)
