"""Columns are taken out wherever they stand, and nothing else is."""

from truebox.report.page.parted.columns_apart import columns_apart


def test_columns_in_lists_and_in_objects_are_taken_and_all_else_stays() -> None:
    taken: list[str] = []
    side = {
        "columns": {"iou": 0.5, "score": {"type": "Float64Array", "bytes": "AAA="}, "truths": [1, 2]},
        "sliceMembers": [None, {"truths": {"type": "Uint8Array", "bytes": "AQ=="}}],
        "perClass": [{"name": "type", "low": None}],
        "bytes": "not a column",
    }
    left = columns_apart(side, "columns-3", taken)
    assert taken == ["AAA=", "AQ=="]
    assert left == {
        "columns": {
            "iou": 0.5,
            "score": {"type": "Float64Array", "part": "columns-3", "at": 0},
            "truths": [1, 2],
        },
        "sliceMembers": [None, {"truths": {"type": "Uint8Array", "part": "columns-3", "at": 1}}],
        "perClass": [{"name": "type", "low": None}],
        "bytes": "not a column",
    }
