"""Hard worlds of tracks to Truebox in strict mode and to TrackEval: the same numbers in every bit.

    python fuzz/tracks.py [--worlds 200] [--seed 1] [--protocol kitti_tracking]

Every world is written in the files of its benchmark and read by both. What differs, or is refused by one side
only, is printed with its seed, and ends the run with 1.
"""

from __future__ import annotations

import argparse
import collections
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "made")]

import numpy as np
from hard_track_files import HARD_FILES
from reference_trackeval import compare_with_trackeval, reference_trackeval

from truebox.errors import TrueboxError
from truebox.evaluation import evaluate_tracks


def compared(protocol: str, seed: int, folder: Path) -> tuple[str, str]:
    """What came of a world, and what is to be said about it."""
    gt, found = HARD_FILES[protocol](folder, np.random.default_rng(seed))
    refusal = ""
    try:
        expected = reference_trackeval(protocol, gt, found)
    except Exception as error:
        expected, refusal = {}, f"{type(error).__name__}: {error}"[:80]
    try:
        result = evaluate_tracks(gt, found, protocol=protocol, fit_test=False)
    except TrueboxError as error:
        return "REFUSED" if expected else f"both refuse ({refusal})", f"{error}"[:600]
    except Exception:
        return "UNCLEAN", traceback.format_exc()[-600:]
    if not expected:
        return f"the reference raises {refusal}", ""
    count, differ = compare_with_trackeval(expected, result.to_trackeval())
    return ("DIFFERENT", "\n".join(differ[:12])) if differ else ("identical", str(count))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocol", choices=sorted(HARD_FILES), action="append")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    bad = 0
    for protocol in options.protocol or HARD_FILES:
        told: collections.Counter[str] = collections.Counter()
        fields = 0
        for seed in range(options.seed, options.seed + options.worlds):
            with tempfile.TemporaryDirectory() as folder:
                kind, words = compared(protocol, seed, Path(folder))
            if kind == "identical":
                fields += int(words)
            if kind in ("REFUSED", "UNCLEAN", "DIFFERENT"):
                bad += 1
                if told[kind] < 5:
                    print(f"{protocol} {seed} {kind}\n{words}\n")
            told[kind] += 1
        print(
            f"{protocol}: {fields} fields; " + ", ".join(f"{n} {kind}" for kind, n in told.most_common()),
            flush=True,
        )
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
