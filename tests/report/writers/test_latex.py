"""LaTeX that compiles, whatever the names are."""

from __future__ import annotations

from made_results import MadeResult, make_class, make_hostile, make_many

from truebox.report import to_latex
from truebox.report.blocks.block import Grid, Heading, Notes, Sentences
from truebox.report.writers.latex import write_latex


def test_one_result_to_the_letter():
    result = MadeResult(per_class=(make_class(1, "traffic_light", 0.25),))
    assert to_latex(result) == (
        "% Truebox: protocol coco, boxes, mode strict\n"
        "\\begin{tabular}{lrrrrrrr}\n"
        "\\hline\n"
        "Class & Images & Truth & Detections & AP & AP50 & AP75 & AR100 \\\\\n"
        "\\hline\n"
        "all & 100 & 11 & 13 & 0.500 & 0.501 & 0.502 & 0.508 \\\\\n"
        "\\hline\n"
        "traffic\\_light & 7 & 11 & 13 & 0.250 & 0.250 & 0.250 & 0.250 \\\\\n"
        "\\hline\n"
        "\\end{tabular}\n"
    )


def test_names_run_nothing():
    text = to_latex(MadeResult(per_class=(make_class(1, r"\input{/etc/passwd}%", 0.5),)))
    assert r"\input" not in text
    assert r"\textbackslash{}input\{/etc/passwd\}\%" in text
    assert "\x1b" not in to_latex(make_hostile())


def test_several_results_and_many_classes():
    text = to_latex([make_many(50), make_many(50)])
    assert text.count(r"\begin{tabular}") == 2
    assert r"20 more classes" in text
    assert to_latex(make_many(50), all_classes=True).count(r" \\") == 52


def test_every_block_is_written_and_escaped():
    text = write_latex([Heading("50 %"), Notes(("a_b",)), Sentences(("c&d",), ("e",)), Grid(("X",), ())], "x")
    assert text == (
        "% Truebox: x\n"
        "\\noindent 50 \\%\\par\n\n"
        "\\noindent a\\_b\\par\n\n"
        "\\noindent e\\par\n\\begin{itemize}\n\\item c\\&d\n\\end{itemize}\n\n"
        "\\begin{tabular}{l}\n\\hline\nX \\\\\n\\hline\n\\hline\n\\end{tabular}\n"
    )
