"""Damaged data to Truebox in strict mode and to its reference: the same arrays, or refused with a code.

    python fuzz/differential.py [--pairs 100000] [--seed 1] [--kind bbox]

The reference is pycocotools; of the kinds lvis and panoptic it is lvis and panopticapi, where they are there.
Ids, sizes, flags, areas, boxes, scores, polygons and run lengths are changed in generated worlds; files go
through the readers that a user's files go through. Where the reference raises there is nothing to compare.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "made"), str(Path(__file__).resolve().parent)]

import coco_worlds
import numpy as np
import shape_worlds
from further_references import FURTHER, available, of_lvis, of_panopticapi, written_pair
from reference_coco import assert_identical, reference_coco

import truebox as tb
from truebox.errors import TrueboxError

KINDS = {"bbox": "boxes", "segm": "masks", "keypoints": "keypoints"}
BATCH = 200
ODD: tuple[Any, ...] = (
    0, 1, -1, 2, 3, 1.0, 2.5, -0.0, 1e10, 1e10 + 1, 1e-300, 1024.0, 9216.0, 1024.0000000001, 2**31, 2**53 + 1,
    True, False, None, "1", "", [], float("nan"), float("inf"),
)  # fmt: skip
FLAGS = (0, 1, True, False, 2, -1, 0.5, 1.0, None, "1")


def made(kind: str, chance: random.Random) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A world of this kind, with up to four changes."""
    rng = np.random.default_rng(chance.randrange(2**32))
    if kind == "bbox":
        truth, found = coco_worlds.world(rng, images=3, classes=2, truths=3, detections=5)
    elif kind == "segm":
        truth, found = shape_worlds.mask_world(rng, images=3, classes=2)
    else:
        truth, found = shape_worlds.keypoint_world(rng, images=3)
    for _ in range(chance.randint(0, 4)):
        change(truth, found, chance)
    return truth, found


def change(truth: dict[str, Any], found: list[dict[str, Any]], chance: random.Random) -> None:
    """One change to one row."""
    rows = chance.choice(
        (truth["annotations"], truth["annotations"], found, found, truth["images"], truth["categories"])
    )
    if not rows:
        return
    row = chance.choice(rows)
    how = chance.random()
    if how < 0.08:
        rows.append(dict(row))
    elif how < 0.14:
        rows.remove(row)
    elif how < 0.2:
        row.pop(chance.choice(sorted(row)))
    else:
        key = chance.choice(sorted(row))
        row[key] = other(key, row[key], chance.choice(rows).get(key), chance)


def other(key: str, value: Any, neighbour: Any, chance: random.Random) -> Any:
    """Another value for a key: a neighbour's, an odd one, or this one a little changed."""
    if chance.random() < 0.25:
        return neighbour
    if key in ("iscrowd", "ignore"):
        return chance.choice(FLAGS)
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        part = other("", value[place], chance.choice(value), chance)
        return [*value[:place], *([] if chance.random() < 0.1 else [part]), *value[place + 1 :]]
    if isinstance(value, dict) and value:
        name = chance.choice(sorted(value))
        return {**value, name: other(name, value[name], None, chance)}
    if isinstance(value, str) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return (
            value[:place]
            + chance.choice(("", chr(48 + chance.randrange(64)), value[place] * 2))
            + value[place + 1 :]
        )
    if isinstance(value, int | float) and chance.random() < 0.6:
        return chance.choice(
            (value + 1, value - 1, float(value), -value, value * 2, value * (1 + 1e-12), value / 2)
        )
    return chance.choice(ODD)


def compared(kind: str, truth: dict[str, Any], found: list[dict[str, Any]], folder: Path) -> str:
    """What came of a pair: identical, refused, not judged, or how it differs."""
    for name, data in (("t.json", truth), ("p.json", found)):
        (folder / name).write_text(json.dumps(data))
    try:
        ours = tb.evaluate(folder / "t.json", folder / "p.json", geometry=KINDS[kind], threads=1)
    except TrueboxError as error:
        return f"refused {getattr(error, 'code', type(error).__name__)}"
    except BaseException:
        return f"UNCLEAN {traceback.format_exc()[-600:]}"
    try:
        theirs = reference_coco(truth, found, kind=kind)
    except BaseException as error:
        return f"the reference raises {type(error).__name__}"
    tables = {name: getattr(ours, name) for name in ("precision", "recall", "scores", "stats")}
    try:
        assert_identical(tables, theirs)
    except AssertionError as error:
        codes = sorted({f"{each.code} {each.message[:60]}" for each in ours.warnings})
        return f"DIFFERS {str(error).splitlines()[0]} {codes}"
    return "identical"


def compared_further(kind: str, chance: random.Random, folder: Path) -> tuple[str, list[Any]]:
    """The same of a pair for another reference, and the pair."""
    pair = truth, found = written_pair(kind, chance, folder, change)
    try:
        protocol: Any = kind
        ours = tb.evaluate(folder / "t.json", folder / "p.json", protocol=protocol, threads=1)
    except TrueboxError as error:
        return f"refused {getattr(error, 'code', type(error).__name__)}", [*pair]
    except BaseException:
        return f"UNCLEAN {traceback.format_exc()[-600:]}", [*pair]
    try:
        difference = of_lvis(folder, found) if kind == "lvis" else of_panopticapi(folder, truth, found)
    except BaseException as error:
        return f"the reference raises {type(error).__name__}", [*pair]
    differs = difference(ours)
    codes = sorted({f"{each.code} {each.message[:60]}" for each in ours.warnings})
    return (f"DIFFERS {differs} {codes}" if differs else "identical"), [*pair]


def batch(kind: str, first: int, count: int, out: int, findings: Path) -> None:
    """In a child: the reference crashes on some inputs, which ends the child and not the run."""
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            os.write(out, f"{number}\t".encode())
            chance = random.Random(number)
            if kind in FURTHER:
                said, pair = compared_further(kind, chance, Path(folder))
            else:
                pair = [*made(kind, chance)]
                said = compared(kind, *pair, Path(folder))
            if said[:3] in ("UNC", "DIF"):
                (findings / f"{kind}-{number}.json").write_text(json.dumps(pair))
            os.write(out, f"{said if said[:3] != 'UNC' else 'UNCLEAN ' + said.splitlines()[-1]}\n".encode())


def main() -> int:
    """Run so many pairs; 1 where one differs or an exception is none of ours."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[*KINDS, *FURTHER], default=None)
    parser.add_argument("--findings", type=Path, default=ROOT / "build" / "fuzz" / "differences")
    parser.add_argument("--totals", type=Path, default=None, help="a file that gets a line of this run")
    asked = parser.parse_args()
    asked.findings.mkdir(parents=True, exist_ok=True)
    there = {kind: available(kind) for kind in FURTHER}
    for kind in (kind for kind, here in there.items() if not here):
        print(f"{FURTHER[kind]} is not installed: no pairs of the kind {kind}")
    kinds = [asked.kind] if asked.kind else [*KINDS, *(kind for kind, here in there.items() if here)]
    if not there.get(kinds[0], True):
        return 2
    outcomes: collections.Counter[str] = collections.Counter()
    number, done = asked.seed * 10**9, 0
    while done < asked.pairs:
        kind = kinds[done // BATCH % len(kinds)]
        ran = run_batch(kind, number, min(BATCH, asked.pairs - done), outcomes, asked.findings)
        done, number = done + ran, number + ran
    for said, count in outcomes.most_common():
        print(f"{count:8d} {said}")
    bad = sum(count for said, count in outcomes.items() if "DIFFERS" in said or "UNCLEAN" in said)
    print(f"{done:,} pairs, {bad} findings in {asked.findings}")
    if asked.totals is not None:
        with asked.totals.open("a") as stream:
            stream.write(f"pairs\t{done}\t{bad}\n")
    return 1 if bad else 0


def run_batch(kind: str, first: int, count: int, outcomes: collections.Counter[str], findings: Path) -> int:
    """How many pairs of the batch had an outcome; a crash of the reference is one."""
    inward, outward = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            batch(kind, first, count, outward, findings)
        finally:
            os._exit(0)
    os.close(outward)
    with os.fdopen(inward) as lines:
        said = lines.read().splitlines()
    os.waitpid(child, 0)
    for line in said:
        outcome = line.partition("\t")[2] or "the reference crashes"
        outcomes[f"{kind}: {outcome}"] += 1
    return max(len(said), 1)


if __name__ == "__main__":
    sys.exit(main())
