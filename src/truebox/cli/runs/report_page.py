"""The report page of a run, as a file, a folder or served: its sentences, gates, pictures and command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox import report
from truebox.cli.runs.outputs import PAGE_SERVED
from truebox.cli.terminal.progress import stages
from truebox.report import blocks

if TYPE_CHECKING:
    from truebox.cli.runs.saying import Said
    from truebox.diagnosis import Gates
    from truebox.evaluation import Result
    from truebox.report import PageParts

__all__ = ["page_text", "placed_page"]


def page_text(results: Sequence[Result], said: Said, checked: Gates | None, *, images: Path | None) -> str:
    """Return the page of `results` with what was said of them."""
    return report.to_page(results, **_options(results, said, checked, images))


def placed_page(
    results: Sequence[Result],
    said: Said,
    checked: Gates | None,
    *,
    images: Path | None,
    target: str,
    serve: Callable[[Sequence[Result], Callable[[], PageParts]], None] | None,
) -> str | Callable[[], None]:
    """Return the page as a text; of a folder, or where it is served, what puts it there.

    Raises
    ------
    ArgumentError
        The results are of tracks, and the page is not to be a file.
    """
    served = target == PAGE_SERVED
    if not served and not report.names_folder(target):
        return page_text(results, said, checked, images=images)
    options = _options(results, said, checked, images)
    if serve is not None and served:  # where nobody waits for intervals: a page is looked at while they wait
        if not said.diagnoses:
            options["replicates"] = 0
        return partial(serve, results, partial(report.page_parts, results, **options))
    parts = report.page_parts(results, **options)

    def place() -> None:
        with stages() as tell:
            report.write_folder(parts, target, tell)

    return place


def _pictures_beside(result: Any) -> Path | None:
    """The pictures that the truth led to, for a page without `--images`; Pillow is not insisted on.

    Results of tracks and the like have truths of their own, which know no pictures.
    """
    source = getattr(getattr(result, "truth", None), "source", None)
    pictures: Path | None = getattr(source, "pictures", None)
    return pictures if pictures is not None and find_spec("PIL") else None


def _options(
    results: Sequence[Result], said: Said, checked: Gates | None, images: Path | None
) -> dict[str, Any]:
    named = len(results) > 1
    words = [said.difference] if said.difference else []
    short = blocks.short_names(results)
    for index, diagnosis in enumerate(said.diagnoses):
        prefix = f"{short[index]}: " if named else ""
        words += [f"{prefix}{sentence}" for sentence in diagnosis.words.sentences]
    gates = [gate.to_dict() for gate in checked] if checked is not None else []
    command = shlex.join(["truebox", *sys.argv[1:]])
    return {
        "words": words or None,  # the page then finds its own
        "gates": gates,
        "images": images or _pictures_beside(results[0]),
        "command": command,
        "diagnoses": said.diagnoses,
        "comparison": said.comparison,
    }
