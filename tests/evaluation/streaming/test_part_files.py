"""A part is read class by class."""

from __future__ import annotations

from pathlib import Path

from streamed_worlds import made_images, streamed

from truebox.evaluation.streaming.part_files import open_part


def test_a_part_says_its_images_before_any_row_is_read(tmp_path: Path) -> None:
    truth, found = made_images(4)
    evaluator = streamed(truth, found, [4, 2, 9, 7], [[0, 1, 2, 3]])
    evaluator.save(tmp_path / "a.tbx")
    for source in (tmp_path / "a.tbx", evaluator.to_bytes()):
        part = open_part(source)
        assert part.ids.tolist() == [2, 4, 7, 9]
        assert part.given.tolist() == [len(found[i]["boxes"]) for i in (1, 0, 3, 2)]
        assert part.truths.tolist() == [len(truth[i]["boxes"]) for i in (1, 0, 3, 2)]
        assert sum(len(part.class_stream(k)) for k in range(3)) == sum(part.head.said["streams"])
        part.close()
