"""Several results in a paper: what is bold and starred, and what the captions promise."""

from __future__ import annotations

from dataclasses import replace

from latex_reader import read_tables
from made_comparisons import BETTER, make_comparison, make_pair
from made_results import MadeResult, make_class, make_predictions

from truebox.report import to_latex
from truebox.report.writers import latex_several


def made(name: str, ap: float, cat: float, dog: float) -> MadeResult:
    classes = (make_class(0, "cat", cat), make_class(1, "dog", dog))
    result = MadeResult(per_class=classes, predictions=make_predictions(name))
    result.metrics["AP"] = ap
    return result


RESULTS = [made("a_1.json", 0.4, 0.3, 0.5), made("b.json", 0.45, 0.4, 0.5)]


def rows(text: str, table: int) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in read_tables(text)[table]["rows"]}


def test_the_best_is_bold_and_what_reads_the_same_is_not():
    text = to_latex(RESULTS)
    place = rows(text, 0)["Predictions"].index("AP")
    assert rows(text, 0)[r"a\_1.json"][place] == "0.400"
    assert rows(text, 0)["b.json"][place] == r"\textbf{0.450}"
    assert rows(text, 1)["cat"][-3:] == ["0.300", r"\textbf{0.400}", "$+0.100$"]
    assert rows(text, 1)["dog"][-3:] == ["0.500", "0.500", "$+0.000$"]


def test_stars_are_those_of_the_comparison_and_the_caption_says_which():
    comparison = make_comparison(make_pair())  # AP is better, AP50 not significant; no class is
    text = to_latex(RESULTS, comparison=comparison)
    header, second = rows(text, 0)["Predictions"], rows(text, 0)["b.json"]
    assert second[header.index("AP")] == r"\textbf{0.450}$^{*}$"
    assert "*" not in second[header.index("AP50")]
    assert rows(text, 1)["all"][-2] == r"\textbf{0.450}$^{*}$"
    assert "*" not in "".join(rows(text, 1)["cat"])
    for table in read_tables(text):
        assert r"$^{*}$: differs from a\_1.json, p up to 0.05, 1,000 random swaps" in table["caption"]
        assert "corrected for looking at all of them" in table["caption"]


def test_a_class_has_the_star_of_its_own_corrected_verdict():
    pair = make_pair()
    classes = tuple(
        replace(entry, metrics={"AP": BETTER}) if entry.name == "cat" else entry for entry in pair.per_class
    )
    text = to_latex(RESULTS, comparison=make_comparison(replace(pair, per_class=classes)))
    assert rows(text, 1)["cat"][-2] == r"\textbf{0.400}$^{*}$"
    assert rows(text, 1)["dog"][-2] == "0.500"


def test_of_errors_the_smallest_is_best(monkeypatch):
    monkeypatch.setattr(latex_several, "_errors", lambda result: {"AP"})
    text = to_latex(RESULTS)
    assert rows(text, 0)[r"a\_1.json"][rows(text, 0)["Predictions"].index("AP")] == r"\textbf{0.400}"


def test_different_geometries_are_not_ranked():
    text = to_latex([RESULTS[0], replace(RESULTS[1], geometry="masks")])
    assert "textbf" not in text
    assert "bold" not in text


def test_without_a_comparison_nothing_is_starred_and_nothing_said_of_stars():
    assert "*" not in to_latex(RESULTS)
