"""The published schema is the one in the source, and real documents keep to it."""

from __future__ import annotations

import json

import pytest
from diagnosed_results import made_result
from planted_faults import diagnosed
from project_tree import ROOT

from truebox.diagnosis import check_gates
from truebox.report import eval_schema, to_json

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

PUBLISHED = ROOT / "docs/schema/eval-1.json"


def validate(text):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is in the extra 'test'")
    jsonschema.Draft202012Validator.check_schema(json.loads(eval_schema()))
    jsonschema.Draft202012Validator(json.loads(eval_schema())).validate(json.loads(text))


def test_the_published_file_is_made_from_the_source():
    assert PUBLISHED.read_text(encoding="utf-8") == eval_schema()


@pytest.mark.parametrize(
    "parameters",
    [{}, {"mode": "corrected"}, {"class_agnostic": True}, {"iou_thresholds": (0.3,), "max_detections": (7,)}],
)
def test_plain_results_keep_to_it(parameters):
    validate(to_json(made_result(**parameters)))


def test_a_diagnosis_and_gates_keep_to_it():
    found = diagnosed("class")
    text = to_json(
        found.result, diagnoses=[found], gates=check_gates(found.result, ["AP=0.1", "AP[star]=0.9"])
    )
    validate(text)
    document = json.loads(text)
    assert document["results"][0]["diagnosis"]["words"] == list(found.words)
    assert [gate["passed"] for gate in document["gates"]] == [True, False]


def test_several_results_keep_to_it():
    result = made_result()
    validate(to_json([result, result]))


def test_a_document_that_breaks_it_is_noticed():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is in the extra 'test'")
    document = made_result().to_dict()
    document["results"][0]["metrics"]["AP"] = -1
    with pytest.raises(jsonschema.ValidationError):
        validate(json.dumps(document))
