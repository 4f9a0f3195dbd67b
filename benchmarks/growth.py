"""Do time and memory grow in a straight line with the number of detections?"""

from __future__ import annotations

from pathlib import Path

from benchmarks.answer import Answer, Target
from benchmarks.asking import main
from benchmarks.made_data import made_files
from benchmarks.whole_process import COMMAND, measure

_CHARTS = Path(__file__).resolve().parents[1] / "docs" / "benchmarks"


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process at a fixed density (100 detections an image, 80 classes), from small to large."""
    answer = Answer(
        "growth",
        "Time and memory against the number of detections",
        "Fresh processes as in the other whole-process questions, at a fixed density: 100 detections and "
        "7.4 truths an image, 80 classes. In both charts a straight line means linear growth.",
    )
    images = (250, 500) if quick else (100, 1000, 2500, 5000, 10_000, 20_000, 40_000)
    titles = []
    for count in images:
        files = made_files(count, 80)
        titles.append(files.title)
        measure(answer, files, ("hotcoco",), rounds or (2 if quick else 5), {}, reference="hotcoco")
    answer.skipped[:] = list(dict.fromkeys(answer.skipped))
    _promise(answer, images, titles)
    if not quick:
        draw(answer, [100 * count for count in images], titles)
        answer.pictures.append("growth.svg")
    return answer


def _promise(answer: Answer, images: tuple[int, ...], titles: list[str]) -> None:
    """From the middle size on, one more detection costs no more than it did before."""
    small, large = (len(images) + 1) // 2, len(images) - 1
    first, last = answer.row(titles[small], COMMAND), answer.row(titles[large], COMMAND)
    if first and last:
        factor = images[large] / images[small]
        promise = f"{factor:g} × the detections: at most {factor * 1.15:.3g} × the"
        answer.targets.append(Target(titles[large], f"{promise} time", last.time / first.time, factor * 1.15))
        growth = (last.memory or 0) / (first.memory or 1)
        answer.targets.append(Target(titles[large], f"{promise} memory", growth, factor * 1.15))


def draw(answer: Answer, detections: list[int], titles: list[str]) -> None:
    """Two charts side by side, as SVG and PNG."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "truebox"
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.8), layout="constrained")
    for tool, colour in ((COMMAND, "#0b7285"), ("truebox.evaluate()", "#66a9b5"), ("hotcoco", "#d9480f")):
        rows = [answer.row(title, tool) for title in titles]
        points = [
            (n / 1e6, row.time, (row.memory or 0) / 1e6)
            for n, row in zip(detections, rows, strict=True)
            if row
        ]
        if not points:
            continue
        millions, seconds, megabytes = zip(*points, strict=True)
        left.plot(millions, seconds, "o-", color=colour, label=tool, markersize=4)
        right.plot(millions, megabytes, "o-", color=colour, label=tool, markersize=4)
    for axes, title, unit in ((left, "Time", "seconds"), (right, "Peak memory", "MB")):
        axes.set(title=title, xlabel="million detections", ylabel=unit, xlim=(0, None), ylim=(0, None))
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
        axes.legend(frameon=False)
    _CHARTS.mkdir(parents=True, exist_ok=True)
    figure.savefig(_CHARTS / "growth.svg", metadata={"Date": None})
    figure.savefig(_CHARTS / "growth.png", dpi=160)
    plt.close(figure)


if __name__ == "__main__":
    main(ask)
