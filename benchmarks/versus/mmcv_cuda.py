"""mmcv's two kernels, compiled from a checkout of mmcv that the variable ``MMCV_SOURCE`` names.

mmcv has no wheel for each release of PyTorch, and compiling all of it takes long; these are its own files.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import torch

from benchmarks.call import Array, Call

if "MMCV_SOURCE" not in os.environ:
    raise ImportError("MMCV_SOURCE names no checkout of mmcv")

TOOL = "mmcv"
_SOURCES = Path(os.environ["MMCV_SOURCE"]) / "mmcv" / "ops" / "csrc"
_DOORS = """
#include <torch/extension.h>
using at::Tensor;
Tensor NMSCUDAKernelLauncher(Tensor boxes, Tensor scores, float iou_threshold, int offset);
void BBoxOverlapsCUDAKernelLauncher(const Tensor a, const Tensor b, Tensor ious, const int mode,
                                    const bool aligned, const int offset);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("nms", &NMSCUDAKernelLauncher);
  m.def("bbox_overlaps", &BBoxOverlapsCUDAKernelLauncher);
}
"""


def _compiled() -> object:
    from torch.utils.cpp_extension import load

    doors = Path(tempfile.gettempdir()) / "mmcv_doors.cpp"
    if not doors.exists():
        doors.write_text(_DOORS, encoding="utf-8")
    try:
        return load(
            name="mmcv_two_kernels",
            sources=[
                str(doors),
                *(
                    str(_SOURCES / "pytorch" / "cuda" / f"{name}_cuda.cu")
                    for name in ("nms", "bbox_overlaps")
                ),
            ],
            extra_include_paths=[str(_SOURCES / "common"), str(_SOURCES / "common" / "cuda")],
            extra_cflags=["-DMMCV_WITH_CUDA"],
            extra_cuda_cflags=["-DMMCV_WITH_CUDA", "-D__CUDA_NO_HALF_OPERATORS__"],
        )
    except RuntimeError as error:
        raise ImportError(f"mmcv's kernels do not compile with this PyTorch: {error}"[:300]) from error


_KERNELS = _compiled()


def device_pairwise(a: torch.Tensor, b: torch.Tensor) -> dict[str, Call]:
    def overlaps() -> torch.Tensor:
        out = a.new_zeros((len(a), len(b)))  # as mmcv.ops.bbox_overlaps has it
        _KERNELS.bbox_overlaps(a, b, out, 0, False, 0)
        return out

    return {"iou": Call(overlaps, read=_fetched)}


def device_suppress(
    boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor | None, threshold: float
) -> Call:
    def apart() -> torch.Tensor:
        # As mmcv.ops.batched_nms: classes are shifted apart.
        assert labels is not None
        return _KERNELS.nms(boxes + (labels.to(boxes) * (boxes.max() + 1))[:, None], scores, threshold, 0)

    if labels is None:
        return Call(lambda: _KERNELS.nms(boxes, scores, threshold, 0), read=_fetched)
    return Call(apart, read=_fetched)


def _fetched(found: torch.Tensor) -> Array:
    return found.cpu().numpy()
