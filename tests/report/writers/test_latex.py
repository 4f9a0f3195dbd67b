"""LaTeX that compiles, whatever the names are."""

from __future__ import annotations

import pytest
from latex_reader import read_tables
from made_results import MadeResult, make_class, make_hostile, make_many, make_undefined

from truebox import diagnosis, evaluation, generation
from truebox.report import to_latex


def test_one_result_to_the_letter():
    result = MadeResult(per_class=(make_class(1, "traffic_light", 0.25),))
    assert to_latex(result) == (
        "% Truebox: protocol coco, boxes, mode strict\n"
        "% needs \\usepackage{booktabs}\n"
        "\\begin{table}\n"
        "\\centering\n"
        "\\caption{predictions.json (protocol coco, boxes, mode strict).}\n"
        "\\label{tab:results}\n"
        "\\small\n"
        "\\setlength{\\tabcolsep}{4pt}\n"
        "\\begin{tabular}{lrrrrrrr}\n"
        "\\toprule\n"
        "Class & Images & Truth & Detections & AP & AP50 & AP75 & AR100 \\\\\n"
        "\\midrule\n"
        "all & 100 & 11 & 13 & 0.500 & 0.501 & 0.502 & 0.508 \\\\\n"
        "\\midrule\n"
        "traffic\\_light & 7 & 11 & 13 & 0.250 & 0.250 & 0.250 & 0.250 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
        "\\end{table}\n"
    )


def test_names_run_nothing():
    text = to_latex(MadeResult(per_class=(make_class(1, r"\input{/etc/passwd}%", 0.5),)))
    assert r"\input" not in text
    assert r"\textbackslash{}input\{/etc/passwd\}\%" in text
    assert "\x1b" not in to_latex(make_hostile())
    read_tables(text)
    read_tables(to_latex(make_hostile()))
    read_tables(to_latex([make_hostile(), make_hostile()]))


def test_several_results_and_many_classes():
    text = to_latex([make_many(50), make_many(50)])
    assert [table["label"] for table in read_tables(text)] == ["tab:results", "tab:classes"]
    assert r"20 more classes" in text
    (table,) = read_tables(to_latex(make_many(50), all_classes=True))
    assert len(table["rows"]) == 52


def test_what_is_undefined_is_said_in_a_comment():
    text = to_latex(make_undefined())
    assert "\n% n/a " in text
    assert "nan" not in text
    read_tables(text)


def test_a_diagnosis_adds_intervals_and_the_caption_says_of_what():
    result = evaluation.evaluate(*generation.make_dataset(30, 2, 20, 3.0, 1), mode="corrected")
    found = diagnosis.diagnose(result, replicates=100)
    (table,) = read_tables(to_latex(result, diagnoses=[found]))
    interval = found.intervals.metrics["AP"]
    header, total = table["rows"][:2]
    assert total[header.index(r"95 \% interval")] == f"[{interval.low:.3f}, {interval.high:.3f}]"
    assert total[header.index("F1")] == f"{found.points.overall.f1:.3f}"
    assert "from 100 bootstrap draws over 30 images, seed 0." in table["caption"]


def test_the_reader_of_these_tests_finds_faults():
    good = to_latex(MadeResult(per_class=(make_class(1, "cat", 0.25),)))
    faults = (
        ("cat", "c_t"),
        ("cat", "c & t"),
        ("cat", r"\input{x}"),
        (r"\end{tabular}", ""),
        ("json", "js{on"),
    )
    for old, new in faults:
        with pytest.raises(AssertionError):
            read_tables(good.replace(old, new))
