"""cityscapesScripts: AP of instances, from the pictures that both read."""

from __future__ import annotations

import contextlib
import io
import tempfile
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
        # What evaluateImgLists does, but for the matches that it writes down.
        with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
            rules.gtInstancesFile, rules.predictionPath = f"{place}/truth.json", str(found)
            rules.quiet, rules.instLabels = True, []
            kit.setInstanceLabels(rules)
            instances = kit.getGtInstances(pictures, rules)
            matches = kit.matchGtWithPreds(lists, pictures, instances, rules)
            return float(kit.computeAverages(kit.evaluateMatches(matches, rules), rules)["allAp"])

    def ours() -> float:
        result = tb.evaluate(str(truth), str(found), protocol=KIT.protocol, geometry="masks")
        return float(result.metrics["AP"])

    return Case(f"{images:,} pictures of 640 × 480, {100 * images:,} masks", ours, theirs)


KIT = Kit(
    package="cityscapesscripts",
    distribution="cityscapesscripts",
    protocol="cityscapes",
    made=_made,
    within=1e-12,
)
