"""Rows of panoptic tables: groups first, classes by quality, the middle of many left out."""

from __future__ import annotations

from made_panoptic import made_class, made_panoptic

from truebox.report.blocks.panoptic import panoptic_class_rows, panoptic_comparison, panoptic_file_rows

FEW = [made_class(1, "cat", 0.25), made_class(2, "sky", 0.75, thing=False), made_class(3, "dog", None)]
MANY = [made_class(number, f"c{number}", number / 100) for number in range(40)]


def test_groups_then_classes():
    table = panoptic_class_rows(made_panoptic(FEW))
    assert table.header == ("Class", "Kind", "Truth", "Segments", "TP", "FP", "FN", "PQ", "SQ", "RQ")
    assert [row[0] for row in table.rows] == ["all", "things", "stuff", "sky", "cat", "dog"]
    assert table.rows[0] == ("all", "", "10", "8", "6", "2", "4", "0.500", "0.500", "0.500")
    assert table.rows[3] == ("sky", "stuff", "5", "4", "3", "1", "2", "0.750", "0.750", "0.750")
    assert table.rows[5][-3:] == ("n/a", "n/a", "n/a")


def test_of_many_the_best_and_the_weakest():
    table = panoptic_class_rows(made_panoptic([*MANY, made_class(99, "none", None)]))
    names = [row[0] if row else None for row in table.rows[3:]]
    assert names == [
        *(f"c{39 - place}" for place in range(20)),
        None,
        *(f"c{9 - place}" for place in range(10)),
    ]
    assert table.hidden == 11
    assert len(panoptic_class_rows(made_panoptic(MANY), all_classes=True).rows) == 43


def test_files_side_by_side():
    results = [made_panoptic(FEW), made_panoptic([made_class(1, "cat", 0.5), *FEW[1:]], name="b.json")]
    files = panoptic_file_rows(results)
    assert files.header == ("Predictions", "PQ", "SQ", "RQ", "PQth", "SQth", "RQth", "PQst", "SQst", "RQst")
    assert [row[0] for row in files.rows] == ["A found.json", "B b.json"]
    classes = panoptic_comparison(results)
    assert classes.rows == (("sky", "0.750", "0.750"), ("cat", "0.250", "0.500"), ("dog", "n/a", "n/a"))
    assert panoptic_comparison([made_panoptic(MANY)]).hidden == 10
