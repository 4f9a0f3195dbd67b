"""``python -m benchmarks.statistics [--worlds N] [--quick]``: make worlds, count, print Markdown."""

from __future__ import annotations

import argparse

from benchmarks.statistics.trials import Tally, equal_detectors, harder_images, unequal_detectors
from benchmarks.statistics.worlds import WORLDS

_EQUAL = (
    ("base", 20, 1.0),
    ("base", 60, 1.0),
    ("base", 300, 0.5),
    ("rare", 300, 0.3),
    ("tail", 60, 0.5),
    ("tail", 300, 0.2),
    ("ties", 60, 0.5),
    ("video", 60, 0.5),
    ("video", 300, 0.3),
)
_UNEQUAL = (("base", 60, 0.5, 0.5), ("base", 300, 0.3, 0.2))
_HARDER = (("base", 20, 1.5), ("base", 60, 0.7), ("base", 300, 0.35))


def main() -> None:
    """Print the tables of the page about uncertainty."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=1000, help="data sets of the largest rows")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print("Two equally good detectors, per cent of data sets, ± one binomial error:\n")
    heading = (
        "coverage AP", "coverage AP50", "warned of few", "compare AP", "compare AP50", "a class named",
        "a random slice named",
    )  # fmt: skip
    print(_row(["world", "images", "drawn", "data sets", *heading]))
    print(_row(["---"] * (len(heading) + 4)))
    for name, images, share in _EQUAL:
        for groups in (False, True) if name == "video" else (False,):
            worlds = max(20, round(share * asked.worlds))
            tally = equal_detectors(WORLDS[name], images, worlds, groups=groups, seed=asked.seed)
            drawn = "videos" if groups else "images"
            print(_row([name, images, drawn, worlds, *(tally[key] for key in heading)]), flush=True)
    print("\nA better second detector:\n")
    print(_row(["world", "images", "data sets", "true difference", "found", "interval holds it"]))
    print(_row(["---"] * 6))
    for name, images, skill, share in _UNEQUAL:
        worlds = max(20, round(share * asked.worlds))
        found, mean = unequal_detectors(WORLDS[name], images, worlds, skill, seed=asked.seed)
        cells = [f"{mean:.3f}", found["better"], found["coverage of the difference"]]
        print(_row([name, images, worlds, *cells]), flush=True)
    print("\nHarder images of one attribute:\n")
    print(_row(["world", "images", "data sets", "named alone", "named among the default slices"]))
    print(_row(["---"] * 5))
    for name, images, by in _HARDER:
        worlds = max(20, round(0.3 * asked.worlds))
        tally: Tally = harder_images(WORLDS[name], images, worlds, by, seed=asked.seed)
        print(_row([name, images, worlds, tally["alone"], tally["among all"]]), flush=True)


def _row(cells: list[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


if __name__ == "__main__":
    main()
