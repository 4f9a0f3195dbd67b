"""The annotator."""

from __future__ import annotations

from truebox.generation import make_world
from truebox.generation.scenes.labelling import lookalikes


def test_lookalikes_are_rows_of_the_classes_that_live_here() -> None:
    assert lookalikes(("circle", "ring", "star")) == ((1,), (0,), ())


def test_mistakes_are_what_they_say() -> None:
    world = make_world(120)
    names = world.truth.categories.names
    assert len(world.labels.mistakes) == 4
    for mistake in world.labels.mistakes:
        assert names[world.scene.kind[mistake.object]] == mistake.really
        rows = [row for row, known in enumerate(world.labels.objects.tolist()) if known == mistake.object]
        if mistake.what == "missing annotation":
            assert rows == []
            assert mistake.written == ""
        else:
            assert world.truth.ids[rows[0]] == mistake.annotation_id
            assert names[world.truth.category.values[rows[0]] - 1] == mistake.written != mistake.really
            assert world.truth.boxes[rows[0]].tolist() == list(mistake.bbox)


def test_both_detectors_see_what_is_really_there() -> None:
    world = make_world(60)
    for mistake in world.labels.mistakes:
        for detections in world.detections:
            rows = (detections.object == mistake.object).nonzero()[0]
            best = rows[detections.scores[rows].argmax()]
            assert detections.scores[best] >= 0.9
            assert world.classes[detections.kind[best]] == mistake.really
