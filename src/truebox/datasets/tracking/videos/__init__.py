"""JSON and XML files that hold the tracks of many videos."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.tracking.videos.cvat_video import read_cvat_video
    from truebox.datasets.tracking.videos.instances import read_instances
    from truebox.datasets.tracking.videos.scalabel import read_frame_list, read_scalabel_tracks
    from truebox.datasets.tracking.videos.scalabel_files import is_frame_file
    from truebox.datasets.tracking.videos.tao.reader import read_tao

__all__ = [
    "is_frame_file",
    "read_cvat_video",
    "read_frame_list",
    "read_instances",
    "read_scalabel_tracks",
    "read_tao",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "cvat_video": "read_cvat_video",
        "instances": "read_instances",
        "scalabel": "read_frame_list read_scalabel_tracks",
        "scalabel_files": "is_frame_file",
        "tao.reader": "read_tao",
    },
)
