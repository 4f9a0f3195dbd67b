"""``python -m benchmarks [QUESTION ...] [--quick]``: ask, print the ratios, write ``docs/benchmarks/``."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import summary
from benchmarks.answer import Answer, markdown
from benchmarks.machine import describe

QUESTIONS = (
    "start_up",
    "where_time_goes",
    "single_pair",
    "elementwise",
    "pairwise",
    "tensors",
    "batch_size",
    "rotated",
    "polygons",
    "geometry",
    "suppression",
    "few_boxes",
    "fusion",
    "losses",
    "assignment",
    "panoptic",
    "compare",
    "mask_codec",
    "small_calls",
    "drawing",
    "read_json",
    "read_tables",
    "read_formats",
    "convert_formats",
    "eval_5k",
    "protocols",
    "kits",
    "drop_in",
    "streaming",
    "tensor_lists",
    "shards",
    "diagnosis",
    "eval_masks",
    "eval_rotated",
    "eval_keypoints",
    "eval_boundary",
    "eval_lvis",
    "tracks",
    "track_calls",
    "trackers",
    "many_classes",
    "threads",
    "cuda",
    "growth",
    "eval_80k",
)
_PAGES = Path(__file__).resolve().parents[1] / "docs" / "benchmarks"
_MEASURED = (
    "truebox",
    "numpy",
    "pycocotools",
    "hotcoco",
    "tidecv",
    "faster-coco-eval",
    "tensorflow-cpu",
    "torch",
    "powerboxes",
    "cython_bbox",
    "orjson",
    "msgspec",
    "scipy",
    "shapely",
    "ensemble-boxes",
    "pandas",
    "pyarrow",
    "panlabel",
    "globox",
    "supervision",
    "lvis",
    "torchmetrics",
    "trackeval",
    "trackers",
    "ultrafast-pycocotools",
    "vernier",
    "lapx",
    "opencv-python-headless",
    "torchvision",
    "triton",
)


def main() -> int:
    """Ask each question in a process of its own; 0 when every one was answered and every target reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "questions", nargs="*", metavar="QUESTION", help=f"of {', '.join(QUESTIONS)}; default: all"
    )
    parser.add_argument("--quick", action="store_true", help="small data; prints, but writes no page")
    parser.add_argument("--rounds", type=int, help="how many interleaved rounds")
    parser.add_argument(
        "--case", action="append", help="of the question named, this case alone; the page keeps its others"
    )
    parser.add_argument(
        "--summary", action="store_true", help="ask nothing; write the table of docs/benchmarks/index.md"
    )
    options = parser.parse_args()
    if options.summary:
        summary.write(_PAGES, QUESTIONS)
        return 0
    unknown = set(options.questions) - set(QUESTIONS)
    if unknown:
        parser.error(f"no question named {', '.join(sorted(unknown))}; there are {', '.join(QUESTIONS)}")
    answers, failed = [], []
    for name in options.questions or QUESTIONS:
        answer = _ask(name, options.quick, options.rounds, options.case or [])
        if answer is None:
            failed.append(name)
        else:
            answers.append(answer)
            if not options.quick:
                _write(_on_page(answer) if options.case else answer)
    if answers and not options.quick:
        summary.write(_PAGES, QUESTIONS)
    return _summary(answers, failed)


def _on_page(answer: Answer) -> Answer:
    """The answer that the page has, with the cases of this one in place of its own."""
    kept = _PAGES / f"{answer.name}.json"
    if not kept.exists():
        return answer
    return Answer.from_dict(json.loads(kept.read_text(encoding="utf-8"))["answer"]).renewed(answer)


def _ask(name: str, quick: bool, rounds: int | None, cases: list[str]) -> Answer | None:
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "answer.json"
        command = [sys.executable, "-m", f"benchmarks.{name}", "--keep", str(kept)]
        command += ["--quick"] * quick + (["--rounds", str(rounds)] if rounds else [])
        command += [word for case in cases for word in ("--case", case)]
        if subprocess.run(command, check=False).returncode or not kept.exists():
            return None
        return Answer.from_dict(json.loads(kept.read_text(encoding="utf-8")))


def _write(answer: Answer) -> None:
    facts = describe(_MEASURED)
    _PAGES.mkdir(parents=True, exist_ok=True)
    told = "Measured on: " + ", ".join(f"{fact} {value}" for fact, value in facts.items()) + "."
    again = f"Again: `python -m benchmarks {answer.name}`. Absolute times move with the machine; ratios less."
    page = markdown(answer) + f"\n{told}\n{again}\n"
    (_PAGES / f"{answer.name}.md").write_text(page, encoding="utf-8")
    raw = json.dumps({"machine": facts, "answer": answer.to_dict()}, indent=1, ensure_ascii=False)
    (_PAGES / f"{answer.name}.json").write_text(raw + "\n", encoding="utf-8")


def _summary(answers: list[Answer], failed: list[str]) -> int:
    targets = [(answer.name, target) for answer in answers for target in answer.targets]
    print("=== targets" if targets else "=== no targets judged")
    for name, target in targets:
        verdict = "reached" if target.reached else "MISSED "
        print(f"{verdict} {name}: {target.case}: {target.promise} (measured {target.value:.3g})")
    for name, tool, reason in ((a.name, tool, reason) for a in answers for tool, reason in a.skipped):
        print(f"LEFT OUT {name}: {tool}: {reason}")
    for name in failed:
        print(f"FAILED  {name}: see above")
    # Another tool may be absent; our own must have answered everything.
    silent = any("truebox" in tool for answer in answers for tool, _ in answer.skipped)
    return 1 if failed or silent or not all(target.reached for _, target in targets) else 0


if __name__ == "__main__":
    sys.exit(main())
