"""How long does it take from two folders of tracks to HOTA, CLEAR and Identity, and how much memory?"""

from __future__ import annotations

from benchmarks import ours
from benchmarks.answer import Answer, Target
from benchmarks.asking import main
from benchmarks.made_tracks import TrackFiles, made_tracks
from benchmarks.processes import Program, python
from benchmarks.versus import adapters
from benchmarks.whole_process import COMMAND, measure_programs

ONE, TWO, FUNCTION = f"{COMMAND}, 1 thread", f"{COMMAND}, 2 threads", "truebox.tracking.evaluate(), 1 thread"
_SEVERAL, _LONG, _THREADED = (7, 1_000, 20), (1, 20_000, 100), (4, 5_000, 100)
_MEMORY = 350 * 2**20


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process: seven sequences of 1,000 frames, and one and four long ones with 100 objects in each."""
    answer = Answer(
        "tracks",
        "From two folders of tracks to HOTA, CLEAR and Identity",
        "Fresh processes: start, read truth and tracker in the form of MOTChallenge, leave out what MOT17 "
        "leaves out, measure, end. Every field of the three families of all sequences is compared with the "
        "reference's, all digits. Truebox measures VACE too, and whether the tracker fits the truth; the "
        "reference is asked for these three families alone, without files or plots. Worlds are generated: "
        "objects that come and go, a tracker that misses, changes and exchanges ids. "
        "The floor of the first world is the start: Python and NumPy alone take .10 s of processor time, and "
        "a sixtieth of the reference's 5.3 s is .09 s; reading and measuring natively take .07 s "
        "of the whole .28 s, so a second thread, which shares only those, cannot make the whole 1.7 times as "
        "fast there. Of the long sequence's processor time 17 % reads the text, 16 % is the system's (pages "
        "of memory for text and columns), 15 % starts Python and NumPy, 14 % assigns pairs, 10 % overlaps "
        "boxes, and the rest measures. With two threads the texts of several sequences are read while NumPy "
        "loads; by one thread alone is done what comes before (about .1 s of starting Python) and after "
        "(about .15 s, measured before the fit test was shared: that test, sums, JSON), so that of 1.65 s "
        "two threads leave .95 s at best. "
        "Why not 120 times on the long sequence: the reference itself took from 173 to 212 s on different "
        "days of one machine, so that 1.44 to 1.77 s are asked; 1.4 s of processor time are the program's "
        "own, .2 s the system's. Large pages were tried (109,000 faults become 13,000): where the host hands "
        "them out untouched, as on the machine of this page, the system then takes .87 s in place of .27 s: "
        "they are left out. "
        "What a second thread gains is measured on four long sequences, without the reference, which would "
        "take minutes: there identical means that the programs of Truebox agree.",
        baseline=ONE,
    )
    modules, answer.skipped = adapters(("trackeval",), "EVALUATE_TRACKS")
    # The reference takes minutes and 7 GB for the long sequence: one run of it says enough.
    for files, most in (
        (made_tracks(*((2, 100, 10) if quick else _SEVERAL)), 3),
        (made_tracks(*((1, 300, 20) if quick else _LONG)), 1),
        (made_tracks(*((3, 100, 10) if quick else _THREADED)), 0),
    ):
        paths = (str(files.truth), str(files.tracker))
        programs = [
            Program(ONE, _command(files, 1)),
            Program(TWO, _command(files, 2)),
            Program(FUNCTION, python(ours.EVALUATE_TRACKS, *paths, "1")),
            *(Program(m.TOOL, python(m.EVALUATE_TRACKS, *paths), most) for m in modules if most),
        ]
        count = rounds or (2 if quick else 9)
        own = (ONE, TWO, FUNCTION)
        measure_programs(
            answer, files.title, programs, count, reference="trackeval", own=own, numbers=_numbers
        )
    _promise(answer)
    return answer


def _command(files: TrackFiles, threads: int) -> tuple[str, ...]:
    paths = (str(files.truth), str(files.tracker))
    return (ours.command(), "eval", *paths, "--protocol=mot17", "--json", f"--threads={threads}")


def _numbers(said: object) -> list[float]:
    """Of our document the same fields in the same order as the programs print."""
    if isinstance(said, dict):
        metrics = said["results"][0]["metrics"]
        return [float(metrics[name]) for family in FIELDS for name in sorted(FIELDS[family])]
    return [float(value) for value in said]  # type: ignore[attr-defined]


FIELDS = {
    "HOTA": (
        *("HOTA", "DetA", "AssA", "DetRe", "DetPr", "AssRe", "AssPr", "LocA", "OWTA", "HOTA_TP", "HOTA_FN"),
        *("HOTA_FP", "HOTA(0)", "LocA(0)", "HOTALocA(0)"),
    ),
    "CLEAR": (
        *(
            "MOTA",
            "MOTP",
            "MODA",
            "CLR_Re",
            "CLR_Pr",
            "MTR",
            "PTR",
            "MLR",
            "sMOTA",
            "CLR_TP",
            "CLR_FN",
            "CLR_FP",
        ),
        *("IDSW", "MT", "PT", "ML", "Frag", "CLR_Frames", "CLR_F1", "FP_per_frame", "MOTAL", "MOTP_sum"),
    ),
    "Identity": ("IDF1", "IDR", "IDP", "IDTP", "IDFN", "IDFP"),
}


def _promise(answer: Answer) -> None:
    several, long, threaded = dict.fromkeys(row.case for row in answer.rows)
    answer.promise_speed(several, ONE, ["trackeval"], 60)
    for case in (several, threaded):
        one, two = answer.row(case, ONE), answer.row(case, TWO)
        if one and two:
            answer.targets.append(
                Target(case, "2 threads ≥ 1.7 × as fast as 1", one.time / two.time, 1.7, at_least=True)
            )
    answer.promise_speed(long, ONE, ["trackeval"], 120)
    row = answer.row(long, ONE)
    if row and row.memory:
        promise = f"{ONE}: at most 350 MiB, in shares of that"
        answer.targets.append(Target(long, promise, row.memory / _MEMORY, 1.0))


if __name__ == "__main__":
    main(ask)
