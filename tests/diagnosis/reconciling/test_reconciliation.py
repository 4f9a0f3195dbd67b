"""The values of a reconciliation."""

from __future__ import annotations

from truebox.diagnosis import Explanation, Reconciliation, RuleStep, ToolNumbers


def test_they_are_plain_values() -> None:
    gains = {"AP": 0.1}
    step = RuleStep(rule="curve", before="a", after="b", alone=gains, cumulative=gains, metrics={"AP": 0.5})
    tool = ToolNumbers(name="x", reference="x 1.0", metrics={"AP": 0.5})
    why = Explanation(of="x", changes=("curve: b",), metrics={"AP": 0.5})
    found = Reconciliation(
        tools=(tool,), reported={"AP": 0.5}, start="y", end="x", first={"AP": 0.4}, steps=(step,),
        explanations=(why,), left={"AP": 0.0}, tried=3,
    )  # fmt: skip
    assert str(why) == "x with curve: b"
    document = found.to_dict()
    assert document["steps"][0]["alone"] == gains
    assert document["explanations"] == [
        {"of": "x", "changes": ["curve: b"], "metrics": {"AP": 0.5}, "chance": 0.0}
    ]
    assert document["tools"][0]["reference"] == "x 1.0"
