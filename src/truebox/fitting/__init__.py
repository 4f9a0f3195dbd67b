"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.fitting.classes.told_by_boxes import told_classes
    from truebox.fitting.comparing import (
        best_overlaps,
        class_pairs,
        fit_of,
        fit_of_classes,
        fit_of_truth,
        read_so,
    )
    from truebox.fitting.corners import Corners, areas_of_corners, meant_as_corners
    from truebox.fitting.cuboids.readings import fits_of_cuboids
    from truebox.fitting.file_numbers import FileNumbers, by_file_numbers
    from truebox.fitting.fit import Fit
    from truebox.fitting.mark_readings import fits_of_marks
    from truebox.fitting.one_to_one import fit_of_pairs
    from truebox.fitting.other_places import Displaced, displaced
    from truebox.fitting.part_readings import OtherReading
    from truebox.fitting.points.orders import PointOrder, order_of_points, points_in_order
    from truebox.fitting.rows_on_nothing import LostRows, lost_rows
    from truebox.fitting.samples import RowsByImage
    from truebox.fitting.segment_readings import fits_of_segments
    from truebox.fitting.shape_readings import fit_of_shapes, shapes_read_so
    from truebox.fitting.shifts import CommonShift, common_shift
    from truebox.fitting.turned_readings import fits_of_turned

__all__ = [
    "CommonShift",
    "Corners",
    "Displaced",
    "FileNumbers",
    "Fit",
    "LostRows",
    "OtherReading",
    "PointOrder",
    "RowsByImage",
    "areas_of_corners",
    "best_overlaps",
    "by_file_numbers",
    "class_pairs",
    "common_shift",
    "displaced",
    "fit_of",
    "fit_of_classes",
    "fit_of_pairs",
    "fit_of_shapes",
    "fit_of_truth",
    "fits_of_cuboids",
    "fits_of_marks",
    "fits_of_segments",
    "fits_of_turned",
    "lost_rows",
    "meant_as_corners",
    "order_of_points",
    "points_in_order",
    "read_so",
    "shapes_read_so",
    "told_classes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "classes.told_by_boxes": "told_classes",
        "comparing": "best_overlaps class_pairs fit_of fit_of_classes fit_of_truth read_so",
        "corners": "Corners areas_of_corners meant_as_corners",
        "cuboids.readings": "fits_of_cuboids",
        "file_numbers": "FileNumbers by_file_numbers",
        "fit": "Fit",
        "mark_readings": "fits_of_marks",
        "one_to_one": "fit_of_pairs",
        "other_places": "Displaced displaced",
        "part_readings": "OtherReading",
        "points.orders": "PointOrder order_of_points points_in_order",
        "rows_on_nothing": "LostRows lost_rows",
        "samples": "RowsByImage",
        "segment_readings": "fits_of_segments",
        "shape_readings": "fit_of_shapes shapes_read_so",
        "shifts": "CommonShift common_shift",
        "turned_readings": "fits_of_turned",
    },
)
