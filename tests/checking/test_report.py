"""What a check found, as values."""

from __future__ import annotations

import json

from truebox.checking import CheckItem, CheckReport
from truebox.codes import CODES


def item(**changes):
    return CheckItem(**{"code": "E-120", "source": "p.json", "message": "3 numbers", "count": 2, **changes})


def test_an_item_says_what_an_evaluation_does():
    assert item().consequence == "goes on"
    assert item(refused=True).consequence == "refuses"
    assert item(refused=True, lenient=True).consequence == "refuses; --lenient leaves the rows out"
    assert item().title == CODES["E-120"].title


def test_the_fix_is_that_of_the_row_or_of_the_code():
    assert item(fix="write four").to_dict()["fix"] == "write four"
    assert item().to_dict()["fix"] == CODES["E-120"].fix


def test_a_report_is_json():
    report = CheckReport(items=(item(refused=True, rows=(3, 4)),), read=("p.json: COCO results",))
    document = json.loads(json.dumps(report.to_dict()))
    assert document["format_version"] == 1
    assert document["refused"] is True
    assert document["findings"][0]["rows"] == [3, 4]
