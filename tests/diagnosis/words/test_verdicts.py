"""Whether one model is better, in one sentence: in brief and with all that shows it."""

from __future__ import annotations

import pytest
from made_comparisons import BETTER, UNDEFINED, UNSURE, make_pair

from truebox.diagnosis import compare
from truebox.diagnosis.words.verdicts import comparison_sentence, conclusion, interval_text

AB = ("A", "B")


def test_a_comparison_says_better_worse_or_neither(made, noisier):
    worse = compare(made, noisier, replicates=200).pairs[0]
    sentence = comparison_sentence(worse, ("A", "B"))
    entry = worse.metrics["AP"]
    assert entry.verdict == "worse"
    assert sentence == (
        f"B is worse than A: AP {entry.value:+.3f}, interval {entry.low:+.3f} to {entry.high:+.3f}."
    )
    assert "B is better than A" in comparison_sentence(
        compare(noisier, made, replicates=200).pairs[0], ("A", "B")
    )
    same = compare(made, made, replicates=200).pairs[0]
    assert comparison_sentence(same, ("A", "B")).startswith("The data cannot tell B from A: AP +0.000")


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (BETTER, "B is better than A: AP +0.050 [+0.020, +0.080], p < .001."),
        (
            UNSURE,
            "The difference of B and A is not significant: AP +0.010 [-0.020, +0.040], p = .500. "
            "This data shows differences of 0.042 or more (four times in five).",
        ),
        (UNDEFINED, "B and A cannot be compared by AP: no truth of small size."),
    ],
)
def test_the_conclusion_is_a_sentence(entry, sentence):
    assert conclusion(make_pair(entry), AB) == sentence


def test_an_interval_without_ends():
    assert interval_text(UNDEFINED) == "n/a"


def test_both_refuse_in_the_same_words():
    pair = make_pair(UNDEFINED)
    assert comparison_sentence(pair, AB) == conclusion(pair, AB)
