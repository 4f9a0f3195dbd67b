"""Damaged files of every format into every reader: a result or a Truebox error, in time and in memory.

    python fuzz/readers.py [--seconds 60] [--seed 1] [--corpus FOLDER] [--findings FOLDER] [--case PART,PART]

A file that made a reader say something new goes to the corpus, and is damaged further. Inputs run in a child
process, so that a crash, a hang or too much memory is a finding like an exception that is none of ours.
The files lie in memory where the system has a folder for that: writing them would take longer than reading.
"""

from __future__ import annotations

import argparse
import hashlib
import mmap
import os
import random
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cases import Case, all_cases
from mutations import mutated

from truebox.errors import TrueboxError

MOST_SECONDS = 10.0
MOST_WAITED = 300.0
MOST_MEMORY = 3 << 30
BATCH = 8000
LARGEST = 1 << 20
SEEDS = 1_000_000_000


def outcome_of(case: Case) -> tuple[bool, str]:
    """Whether the outcome is clean, and what it was."""
    try:
        case.read()
    except TrueboxError as error:
        # Where it was said tells more than its words, which hold numbers and names out of the file.
        frames = [*traceback.walk_tb(error.__traceback__)][-3:]
        places = " ".join(f"{os.path.basename(frame.f_code.co_filename)}:{line}" for frame, line in frames)
        return True, f"{getattr(error, 'code', type(error).__name__)} {places}"
    except BaseException:
        return False, traceback.format_exc()
    return True, "read"


class Corpus:
    """Files that made a reader say something new; kept from run to run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.list = folder / "seen.txt"
        self.seen = set(self.list.read_text().splitlines()) if self.list.exists() else set()
        self.held: dict[Path, list[bytes]] = {}

    def of(self, case: Case, file: Path) -> list[bytes]:
        place = self.folder / case.name / file.name
        if place not in self.held:
            self.held[place] = [path.read_bytes() for path in sorted(place.glob("*"))]
        return self.held[place]

    def learn(self, case: Case, file: Path, said: str, content: bytes) -> bool:
        if len(content) > 100_000:
            return False
        key = f"{case.name} {file.name} {said}"
        if key in self.seen:
            return False
        self.seen.add(key)
        self.of(case, file).append(content)
        place = self.folder / case.name / file.name
        place.mkdir(parents=True, exist_ok=True)
        (place / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)
        with self.list.open("a") as stream:
            stream.write(f"{key}\n")
        return True


class Current:
    """The input that runs, in memory that outlives the child."""

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, 8 + LARGEST)

    def hold(self, content: bytes) -> None:
        self.memory[:8] = min(len(content), LARGEST).to_bytes(8, "little")
        self.memory[8 : 8 + min(len(content), LARGEST)] = content[:LARGEST]

    def content(self) -> bytes:
        return self.memory[8 : 8 + int.from_bytes(self.memory[:8], "little")]


@dataclass(frozen=True)
class Work:
    """What every batch needs."""

    cases: list[Case]
    corpus: Path
    findings: Path
    end: float
    current: Current

    @cached_property
    def whole(self) -> dict[Path, bytes]:
        """Every file as it is undamaged."""
        return {file: file.read_bytes() for case in self.cases for file in case.files}


def batch(work: Work, first: int, out: int) -> None:
    """In the child: one input after the other, each announced by a line before it runs."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    corpus = Corpus(work.corpus)  # with what an earlier batch learnt
    if first % SEEDS == 0:
        for case in work.cases:
            clean, said = outcome_of(case)
            if said != "read":
                os.write(
                    out, f"unclean\t{case.name}\tis not read undamaged: {said.strip()[-300:]!r}\n".encode()
                )
    for number in range(first, first + BATCH):
        if time.monotonic() > work.end:
            break
        chance = random.Random(number)
        case = chance.choice(work.cases)
        file = chance.choice(case.files)
        known = corpus.of(case, file)
        start = chance.choice(known) if known and chance.random() < 0.4 else work.whole[file]
        content = mutated(start, file.name, chance)
        file.write_bytes(content)
        work.current.hold(content)
        os.write(out, f"{number}\t{case.name}\t{file.name}\n".encode())
        try:
            clean, said = outcome_of(case)
        finally:
            file.write_bytes(work.whole[file])
        if clean:
            corpus.learn(case, file, said, content)
        else:
            name = f"{case.name}-{hashlib.sha256(content).hexdigest()[:12]}"
            (work.findings / f"{name}-{file.name}").write_bytes(content)
            (work.findings / f"{name}.txt").write_text(said)
            os.write(out, f"unclean\t{name}\t{said.strip().splitlines()[-1][:200]}\n".encode())


def run_batch(work: Work, first: int) -> tuple[int, list[str]]:
    """How many inputs ran, and what was found; a child that is silent for too long is ended."""
    whole = work.whole
    inward, outward = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            batch(work, first, outward)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(outward)
    ran, found, last, held = 0, [], "", b""
    begun, used = time.monotonic(), 0.0
    while True:
        ready, _, _ = select.select([inward], [], [], 1.0)
        if not ready:
            # On a busy machine a child may wait for long: what counts is the processor's time.
            waited = time.monotonic() - begun
            slow = seconds_of(child, waited) - used >= MOST_SECONDS
            if not slow and (waited < MOST_WAITED or wants_to_run(child)):
                continue
            found.append(f"longer than {MOST_SECONDS:g} s: {last}")
            os.kill(child, signal.SIGKILL)
        got = os.read(inward, 1 << 16)
        if not got:
            break
        begun, used = time.monotonic(), seconds_of(child, 0.0)
        *lines, held = (held + got).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "replace")
            if text.startswith("unclean"):
                found.append(text)
            else:
                ran, last = ran + 1, text
    os.close(inward)
    found += ending(work, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), found, last)
    for file, content in whole.items():
        file.write_bytes(content)
    return ran, found


def seconds_of(process: int, otherwise: float) -> float:
    """The processor's time that a process has used; `otherwise` where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return otherwise
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wants_to_run(process: int) -> bool:
    """Whether it only lacks a processor, or was stopped; false where the system does not say."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] in "RT"
    except OSError:
        return False


def ending(work: Work, code: int, found: list[str], last: str) -> list[str]:
    """What the way in which a child ended says; what it read then is kept."""
    if code > 0:
        return [f"the harness itself failed: {last}"]
    if code < 0 and last:  # not where it ended before the first input
        number, *_, name = last.split("\t")
        (work.findings / f"death-{number}-{name}").write_bytes(work.current.content())
    known = any("longer" in each for each in found)
    return [f"ended by signal {-code}: {last}"] if code < 0 and not known else []


def main() -> int:
    """Run until the time is over; 1 where anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--corpus", type=Path, default=Path("build/fuzz/corpus/readers"))
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz/findings"))
    parser.add_argument("--totals", type=Path, default=None, help="a file that gets a line of this run")
    parser.add_argument(
        "--case", default="", help="only cases whose name has one of these parts, with commas between"
    )
    asked = parser.parse_args()
    asked.findings.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("TRUEBOX_NUM_THREADS", "1")
    total, unclean = 0, []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        parts = asked.case.split(",")
        cases = [case for case in all_cases(Path(folder)) if any(part in case.name for part in parts)]
        work = Work(cases, asked.corpus, asked.findings, time.monotonic() + asked.seconds, Current())
        number = asked.seed * SEEDS
        while time.monotonic() < work.end:
            ran, found = run_batch(work, number)
            total, number = total + ran, number + BATCH
            for each in found:
                print(each, flush=True)
            unclean += found
    kept = sum(1 for path in asked.corpus.rglob("*") if path.is_file() and path.suffix != ".txt")
    print(f"readers: {total:,} inputs of {len(cases)} cases, {kept:,} kept, {len(unclean)} findings")
    if asked.totals is not None:
        with asked.totals.open("a") as stream:
            stream.write(f"readers\t{total}\t{len(unclean)}\n")
    return 1 if unclean else 0


if __name__ == "__main__":
    sys.exit(main())
