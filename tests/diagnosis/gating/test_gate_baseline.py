"""Documents of earlier runs: read, recognised, and refused where they cannot be compared."""

from __future__ import annotations

import json

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import check_gates, diagnose
from truebox.diagnosis.gating.gate_baseline import BaselineDocument, is_document, read_document
from truebox.diagnosis.gating.gate_expression import parse_gate
from truebox.diagnosis.gating.gate_figures import Figures
from truebox.errors import InputError
from truebox.report import to_json

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def result():
    return made_result(mode="corrected")


@pytest.fixture(scope="module")
def diagnosed_document(result):
    return json.loads(to_json(result, diagnoses=[diagnose(result, replicates=100)]))


def test_what_json_wrote_is_recognised(result, tmp_path):
    file = tmp_path / "last.json"
    file.write_text(to_json(result), encoding="utf-8")
    assert is_document(file)
    assert read_document(file)["results"][0]["metrics"]["AP"] == result.metrics["AP"]
    file.write_text(json.dumps(result.to_dict()), encoding="utf-8")
    assert is_document(file)
    file.write_text('[{"image_id": 1}]', encoding="utf-8")
    assert not is_document(file)


def test_a_document_is_read_to_its_end(result, tmp_path):
    file = tmp_path / "last.json"
    document = result.to_dict()
    document["results"][0]["note"] = "x" * 200_000
    file.write_text(json.dumps(document), encoding="utf-8")
    assert read_document(file)["results"][0]["note"] == "x" * 200_000
    file.write_text(" " + "[" * 200_000, encoding="utf-8")  # what is no object is not read to its end
    with pytest.raises(InputError, match="E-550"):
        read_document(file)


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"format_version": 2}', '{"format_version": 1, "protocol": {}, "truth": {},'
           ' "results": []}',
           '{"format_version": 1, "protocol": {}, "truth": {}, "results": [{"name": "a"}]}'],
)  # fmt: skip
def test_other_files_are_refused(tmp_path, text):
    file = tmp_path / "last.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"E-550 .*last\.json") as caught:
        read_document(file)
    assert "truebox eval --json" in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    for look in (is_document, read_document):
        with pytest.raises(InputError, match="E-550"):
            look(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    "text", ["AP", "AR1", "AP50[class 1]", "AP[id:2]", "F1", "recall[class 1]", "AP[size:small]"]
)
def test_the_figures_are_those_of_the_result(result, diagnosed_document, text):
    asked = parse_gate(f"{text}=0")
    value, _ = BaselineDocument(diagnosed_document, "last.json", result).of(asked)
    assert value == Figures(result).of(asked)[0]


@pytest.mark.parametrize("text", ["F1", "AP[size:small]", "APq", "AR1[class 1]", "AP[nobody]"])
def test_a_figure_that_is_not_there_is_said(result, text):
    with pytest.raises(InputError, match="E-552") as caught:
        BaselineDocument(result.to_dict(), "last.json", result).of(parse_gate(f"{text}=0"))
    assert "--diagnosis" in str(caught.value)


def test_another_protocol_is_refused(result):
    document = result.to_dict()
    document["protocol"]["mode"] = "strict"
    with pytest.raises(InputError, match=r"E-551 last.json: the baseline has mode 'strict'"):
        BaselineDocument(document, "last.json", result).of(parse_gate("AP=0"))


@pytest.mark.parametrize("key", ["name", "mode", "geometry", "class_agnostic", "iou_thresholds",
                                 "recall_thresholds", "max_detections", "area_ranges"])  # fmt: skip
def test_every_rule_of_the_protocol_is_compared(result, key):
    document = result.to_dict()
    assert key in document["protocol"]
    assert set(document["protocol"]) == {
        "name", "mode", "geometry", "class_agnostic", "iou_thresholds", "recall_thresholds", "max_detections",
        "area_ranges",
    }  # fmt: skip
    BaselineDocument(document, "last.json", result)
    for other in ({**document["protocol"], key: "another"}, _without(document["protocol"], key)):
        if other.get(key) is None and key == "recall_thresholds":
            continue  # not a rule that every version wrote
        with pytest.raises(InputError, match=rf"E-551 last.json: the baseline has {key} "):
            BaselineDocument({**document, "protocol": other}, "last.json", result)


def _without(rules, key):
    return {name: value for name, value in rules.items() if name != key}


def test_of_several_results_that_of_the_same_name_is_taken(result):
    document = result.to_dict()
    (entry,) = document["results"]
    other = {**entry, "name": "other.json", "metrics": {"AP": 0.1}}
    both = {**document, "results": [other, entry]}
    assert BaselineDocument(both, "b", result).of(parse_gate("AP=0"))[0] == result.metrics["AP"]
    strangers = {**document, "results": [other, {**other, "name": "third.json"}]}
    with pytest.raises(InputError, match="E-552"):
        BaselineDocument(strangers, "b", result).of(parse_gate("AP=0"))


def test_a_single_result_is_taken_by_whatever_name(result):
    document = result.to_dict()
    document["results"] = [{**document["results"][0], "name": "other.json", "metrics": {"AP": 0.1}}]
    assert BaselineDocument(document, "b", result).of(parse_gate("AP=0")) == (0.1, None)


def test_of_several_results_of_one_name_none_is_taken(result):
    document = result.to_dict()
    with pytest.raises(InputError, match="E-552"):
        BaselineDocument({**document, "results": document["results"] * 2}, "b", result)


def test_errors_are_those_of_the_metric_or_of_the_class(result):
    document = result.to_dict()
    intervals = {
        "metrics": {"AP": {"error": 0.01}},
        "per_class": [
            {"id": each.id, "name": each.name, "metrics": {"AP": {"error": place / 8}}}
            for place, each in enumerate(result.per_class)
        ],
        "images": 60,
    }
    document["results"][0]["diagnosis"] = {"intervals": intervals}
    baseline = BaselineDocument(document, "last.json", result)
    name, number = result.per_class[1].name, result.per_class[2].id
    asked = ["AP", f"AP[{name}]", f"AP[id:{number}]", f"AP75[{name}]", "AP[nobody]", "AP50"]
    assert [baseline.error_of(parse_gate(f"{text}=0")) for text in asked] == [
        0.01,
        1 / 8,
        2 / 8,
        None,
        None,
        None,
    ]
    assert baseline.drawn == 60
    intervals["groups"] = 7
    assert BaselineDocument(document, "last.json", result).drawn == 7


def test_a_part_or_a_class_undefined_before_says_so(result, diagnosed_document):
    document = json.loads(json.dumps(diagnosed_document))
    row = next(
        row for row in document["results"][0]["diagnosis"]["slices"]["rows"] if row["label"] == "small"
    )
    row["ap"] = None
    document["results"][0]["per_class"][1]["AP"] = None
    baseline = BaselineDocument(document, "last.json", result)
    name = result.per_class[1].name
    for text in ("AP[size:small]", f"AP[{name}]"):
        assert baseline.of(parse_gate(f"{text}=0")) == (None, "undefined in last.json")
    value = row["recall"]
    assert baseline.of(parse_gate("recall[size:small]=0")) == (value, None)


def test_undefined_before_says_so(result):
    document = result.to_dict()
    document["results"][0]["metrics"]["AP"] = None
    document["results"][0]["undefined"]["AP"] = "no images"
    gate = check_gates(result, baseline=document, max_drop=["AP=0.1"])[0]
    assert (gate.passed, gate.limit) == (False, None)
    assert gate.reason == "undefined in baseline: no images"


def test_another_truth_is_noted(result):
    document = result.to_dict()
    document["truth"] = {**document["truth"], "sha256": "0" * 64, "path": "old.json"}
    gates = check_gates(result, baseline=document, max_drop=["AP=0.1"])
    assert gates.passed
    assert gates.notes[0].startswith("W-553 baseline was evaluated on another truth (old.json)")
    assert check_gates(result, baseline=result.to_dict(), max_drop=["AP=0"]).notes == ()
