"""The command line of one question: ask it, print the table, keep the answer where it was asked for."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Callable
from pathlib import Path

from benchmarks.answer import Answer, markdown


def main(ask: Callable[..., Answer]) -> None:
    """Run ``ask(quick, rounds)`` as a command, or ``ask(quick, rounds, cases)`` where some can be chosen."""
    parser = argparse.ArgumentParser(description=ask.__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small data and few rounds; targets are not judged"
    )
    parser.add_argument("--rounds", type=int, help="how many interleaved rounds")
    parser.add_argument("--keep", type=Path, help="write the answer as JSON to this file")
    if "cases" in inspect.signature(ask).parameters:
        parser.add_argument("--case", action="append", help="this case alone; may be repeated")
    options = parser.parse_args()
    chosen = {"cases": options.case} if getattr(options, "case", None) else {}
    answer = ask(options.quick, options.rounds, **chosen)
    if options.quick:
        # Limits are stated for the full sizes; small data would judge the start of the process instead.
        answer.targets.clear()
    if options.keep:
        options.keep.write_text(json.dumps(answer.to_dict()), encoding="utf-8")
    print(markdown(answer), flush=True)
