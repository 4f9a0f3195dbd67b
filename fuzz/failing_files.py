"""Every call of the system that touches a file fails once in turn, in readers and in writers.

    python fuzz/failing_files.py [--case PART,PART] [--most 60]

A reader must then refuse (a Truebox error or the system's), or answer what it answers otherwise: a file that
could not be read and is taken for one that is not there would be a wrong number. A command that writes must
say so and leave nothing half behind. Each call is tried in a process of its own. Linux with a C++ compiler.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import dataclasses
import errno
import hashlib
import io
import json
import os
import pickle
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from cases import all_cases
from failing_memory import preloaded

from truebox.cli import main as command
from truebox.datasets.registry import all_formats
from truebox.errors import TrueboxError
from truebox.generation import make_world, write_world

LONGEST = 300.0
CLEAN = (2, 3, 4)
WRITERS = {
    "demo": ("demo", "{out}/new", "--images", "2"),
    "demo of tracks": ("demo", "{out}/new", "--tracks"),
    "draw": ("draw", "{in}/images", "--truth", "{in}/truth.json", "--out", "{out}/new"),
    "report": ("eval", "{in}/truth.json", "{in}/detector_a.json", "-q", "--report={out}/new.html"),
    "report in a folder": ("eval", "{in}/truth.json", "{in}/detector_a.json", "-q", "--report={out}/new/"),
    "files": (
        "eval", "{in}/truth.json", "{in}/detector_a.json", "-q", "--json={out}/new.json",
        "--csv={out}/new.csv", "--md={out}/new.md", "--latex={out}/new.tex",
    ),
    "compare": (
        "compare", "{in}/truth.json", "{in}/detector_a.json", "{in}/detector_b.json", "-q",
        "--json={out}/new.json",
    ),
    "part": ("part", "{in}/truth.json", "{in}/detector_a.json", "--output", "{out}/new.tbx"),
    "merge": ("merge", "{in}/a.tbx", "-q", "--json={out}/new.json"),
    "history": ("history", "{in}/epoch_1.json", "{in}/epoch_2.json", "-q", "--report", "{out}/new.html"),
    "gates": (
        "eval", "{in}/truth.json", "{in}/detector_a.json", "-q", "--fail-under=AP=0", "--csv={out}/n.csv",
        "--junit={out}/new.xml",
    ),
    "track": ("track", "{in}/tracks/det", "--out", "{out}/new", "-q"),
    "events": ("eval", "{in}/tracks/gt", "{in}/tracks/trackerB", "-q", "--protocol", "mot17",
               "--events", "{out}/new.csv"),
}  # fmt: skip


def print_of(value: Any, into: Any = None) -> str:
    """A print of what was read, from all that its values are."""
    found = hashlib.sha256() if into is None else into
    if isinstance(value, np.ndarray):
        found.update(
            pickle.dumps(value.tolist()) if value.dtype == object else np.ascontiguousarray(value).tobytes()
        )
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if field.name not in ("source", "elapsed", "origin"):
                found.update(field.name.encode())
                print_of(getattr(value, field.name, None), found)
    elif isinstance(value, (list, tuple)):
        for each in value:
            print_of(each, found)
    elif isinstance(value, dict):
        for key in value:
            found.update(repr(key).encode())
            print_of(value[key], found)
    elif isinstance(value, (int, float, str, bytes, type(None))):
        found.update(repr(value).encode("utf-8", "surrogatepass"))
    return found.hexdigest() if into is None else ""


def tried(
    library: ctypes.CDLL, folder: Path, which: int, error: int, call: Callable[[], str]
) -> tuple[str, str]:
    """The call that failed, or nothing, and what came of it; in a child."""
    inward, outward = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inward)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(LONGEST))
        warnings.simplefilter("ignore")
        library.fail_call(os.fsencode(folder), which, error)
        try:
            said = call()
        except TrueboxError as refused:
            said = f"refused {getattr(refused, 'code', 'ArgumentError')}"
        except OSError as refused:
            said = "refused by the system" if refused.errno == error else f"UNCLEAN {refused!r}"
        except MemoryError:
            said = "refused for memory"
        except BaseException as unclean:
            said = f"UNCLEAN {unclean!r}"
        os.write(outward, pickle.dumps((library.call_state().decode(), said)))
        os._exit(0)
    os.close(outward)
    with os.fdopen(inward, "rb") as stream:
        got = stream.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return pickle.loads(got) if got else ("unknown", f"UNCLEAN ended with {code}")


def readers(library: ctypes.CDLL, folder: Path, part: str, most: int) -> tuple[int, list[str]]:
    """How many calls failed, and what was found."""
    failed, found = 0, []
    for case in all_cases(folder):
        if not any(each in case.name for each in part.split(",")):
            continue

        def read(case: Any = case) -> str:
            return print_of(case.read())

        _, expected = tried(library, folder, -1, errno.EIO, read)
        again = tried(library, folder, -1, errno.EIO, read)[1]
        for which in range(most):
            name, said = tried(library, folder, which, errno.EIO, read)
            if not name:
                break
            failed += 1
            if said.startswith("UNCLEAN"):
                found.append(f"{case.name}: {name} {which}: {said[:200]}")
                print(found[-1], flush=True)
            elif not said.startswith("refused") and expected == again != said:
                found.append(f"{case.name}: {name} {which}: another answer")
                print(found[-1], flush=True)
        print(f"{case.name}: {which} calls", flush=True)
    return failed, found


def prepared(folder: Path) -> Path:
    """What the commands read."""
    world = write_world(make_world(2, seed=1), folder)
    held = json.loads((folder / "truth.json").read_text())
    one = held["categories"][0]["id"]
    images = [
        image | {"file_name": f"s/img1/{number:06d}.jpg"} for number, image in enumerate(held["images"], 1)
    ]
    tracked = [row | {"track_id": row["id"]} for row in held["annotations"] if row["category_id"] == one]
    held |= {"images": images, "annotations": tracked, "categories": [{"id": one, "name": "pedestrian"}]}
    (folder / "mot.json").write_text(json.dumps(held))
    found = json.loads((folder / "detector_a.json").read_text())
    found = [row | {"track_id": 1} for row in found if row["category_id"] == one]
    (folder / "mot_found.json").write_text(json.dumps(found))
    pair = [str(folder / "truth.json"), str(folder / "detector_a.json")]
    before = [
        ["demo", str(folder / "tracks"), "--tracks", "--images", "3"],
        ["part", *pair, "--output", str(folder / "a.tbx")],
        *(["eval", *pair, "-q", f"--json={folder}/epoch_{number}.json"] for number in (1, 2)),
    ]
    for words in before:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = command(words)
        if code:
            raise SystemExit(f"{words}: {code} {said.getvalue()}")
    return world


def writers(library: ctypes.CDLL, folder: Path, part: str, most: int) -> tuple[int, list[str]]:
    """The same of commands."""
    world = prepared(folder / "in")
    commands = dict(WRITERS)
    for name, form in all_formats().items():
        truth = "{in}/mot.json" if name == "mot" else "{in}/truth.json"
        if form.write_truth is not None:
            commands[f"convert to {name}"] = ("convert", truth, "{out}/new", "--to", name)
        if form.write_predictions is not None:
            found = "{in}/mot_found.json" if name == "mot" else "{in}/detector_a.json"
            words = ("convert", found, "{out}/new", "--to", name, "--truth", truth)
            commands[f"convert detections to {name}"] = words
    failed, found = 0, []
    for name, words in commands.items():
        if not any(each in name for each in part.split(",")):
            continue
        whole: list[str] = []
        for which in range(-1, most):
            out = folder / f"out-{name}-{which}".replace(" ", "-")
            out.mkdir()

            def run(out: Path = out, words: tuple[str, ...] = words) -> str:
                said = io.StringIO()
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
                    code = command([word.format(**{"in": world, "out": out}) for word in words])
                return f"{code} {said.getvalue()[-300:]}"

            operation, said = tried(library, out, which, errno.ENOSPC, run)
            left = sorted(path.name for path in out.rglob("*"))
            if which < 0:
                whole = left
                if not left:
                    print(f"{name}: nothing is written: {said[:200]}", flush=True)
                continue
            if not operation:
                break
            failed += 1
            code = said.partition(" ")[0]
            several = sum("{out}" in word for word in words) > 1
            clean = code in map(str, CLEAN) and (several or not left)
            if "Traceback" in said or not (clean or (code == "0" and left == whole)):
                print(f"{name}: {operation} {which}: {said[:200]!r} leaves {left[:4]}", flush=True)
                found.append(f"{name}: {operation} {which}: {said[:200]!r} leaves {left[:4]}")
        print(f"{name}: {which} calls", flush=True)
    return failed, found


def main() -> int:
    """1 where anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--case",
        default="",
        help="only readers and commands whose name has one of these parts, with commas between",
    )
    parser.add_argument("--side", choices=("both", "readers", "writers"), default="both")
    parser.add_argument("--most", type=int, default=60)
    asked = parser.parse_args()
    library = preloaded()
    os.environ.setdefault("TRUEBOX_NUM_THREADS", "1")
    begun, total = time.monotonic(), 0
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for side, run in (("readers", readers), ("writers", writers)):
            if asked.side in ("both", side):
                place = Path(folder).resolve() / side
                place.mkdir()
                failed, more = run(library, place, asked.case, asked.most)
                total, found = total + failed, found + more
    print(f"{total:,} failed calls, {len(found)} findings, {time.monotonic() - begun:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
