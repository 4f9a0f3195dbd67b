"""Tables for papers: what is bold and starred is significant, and the caption says what is not corrected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_comparisons import BETTER, make_comparison, make_hostile_comparison, make_pair

from truebox.errors import ArgumentError
from truebox.report import to_comparison_latex


def rows(text: str) -> list[str]:
    return text.partition("\\midrule\n")[2].partition("\n\\bottomrule")[0].splitlines()


def test_the_better_value_is_bold_and_the_difference_starred():
    assert rows(to_comparison_latex(make_comparison())) == [
        r"AP & 0.400 & \textbf{0.450} & $+0.050^{*}$ [$+0.020$, $+0.080$] & $< .001$ \\",
        r"AP50 & 0.400 & 0.410 & $+0.010$ [$-0.020$, $+0.040$] & .500 \\",
        r"APs & n/a & n/a & n/a & n/a \\",
    ]


def test_of_a_worse_model_the_first_is_bold():
    worse = type(BETTER)(first=0.4, second=0.3, value=-0.1, low=-0.2, high=-0.05, p=0.01, verdict="worse")
    text = to_comparison_latex(make_comparison(make_pair(ap=worse)))
    assert rows(text)[0] == r"AP & \textbf{0.400} & 0.300 & $-0.100^{*}$ [$-0.200$, $-0.050$] & .010 \\"


def test_caption_label_and_names():
    text = to_comparison_latex(make_comparison(), names=["Base_line", "Ours"])
    assert text.startswith("% Truebox: protocol coco, boxes, mode strict\n% needs \\usepackage{booktabs}\n")
    assert r"Metric & Base\_line & Ours & Difference [95\% interval] & $p$ \\" in text
    assert r"\caption{Ours compared with Base\_line (protocol coco, boxes, mode strict)." in text
    assert "p-values are not corrected for looking at several metrics." in text
    assert text.count(r"\label{tab:comparison}") == 1
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1


@pytest.mark.parametrize(
    ("level", "percent", "p"), [(0.95, "95", "0.05"), (0.99, "99", "0.01"), (0.9, "90", "0.1")]
)
def test_the_star_says_up_to_which_p(level, percent, p):
    text = to_comparison_latex(replace(make_comparison(), level=level))
    assert f"$^{{*}}$: p up to {p}, the better value in bold." in text
    assert rf"Difference [{percent}\% interval]" in text


def test_every_model_has_a_table_and_a_label_of_its_own():
    text = to_comparison_latex(make_comparison(make_pair(), make_pair(second="c.json")))
    assert [f"\\label{{tab:comparison-{place}}}" in text for place in (1, 2, 3)] == [True, True, False]
    assert text.count("looking at several metrics and models.") == 2


def test_names_run_nothing_and_must_be_as_many_as_models():
    text = to_comparison_latex(make_hostile_comparison(), names=[r"\input{x}", "50%"])
    assert r"\input{x}" not in text
    assert r"\textbackslash{}input\{x\} & 50\% &" in text
    with pytest.raises(ArgumentError, match="got 1 for 2 models"):
        to_comparison_latex(make_comparison(), names=["one"])
