"""One process of several: evaluates its share, and writes what all of them give together."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import distributed

sys.path.insert(0, str(Path(__file__).parents[2] / "made"))
from torch_batches import batches

from truebox.integrations.torchmetrics import MeanAveragePrecision


def shares(spread: str, world: int, images: int) -> list[list[int]]:
    """The images of each process."""
    every = list(range(images))
    if spread == "blocks":
        return [every[: images // 2], every[images // 2 :]]
    if spread == "unequal":
        return [every[:3], every[3:4], every[4:]]
    if spread == "empty":
        return [every, *([] for _ in range(world - 1))]
    found = [every[rank::world] for rank in range(world)]
    if spread == "padded":
        found[1] = [*found[1], every[0]]
    return found


def main(rank: int, world: int, backend: str, spread: str, store: str, folder: str) -> None:
    """Evaluate, gather, write."""
    device = torch.device("cuda", rank) if backend == "nccl" else torch.device("cpu")
    distributed.init_process_group(backend, init_method=f"file://{store}", rank=rank, world_size=world)
    pairs = [pair for preds, target in batches(5, 4) for pair in zip(preds, target, strict=True)]
    metric = MeanAveragePrecision().to(device)
    mine = shares(spread, world, len(pairs))[rank]
    for start in range(0, len(mine), 3):
        batch = [pairs[image] for image in mine[start : start + 3]]
        sides = [[_on(device, pair[side]) for pair in batch] for side in (0, 1)]
        metric.update(*sides)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = metric.compute()
    torch.save(dict(answer), Path(folder) / f"{rank}.pt")
    (Path(folder) / f"{rank}.txt").write_text("\n".join(str(each.message) for each in caught))
    distributed.destroy_process_group()


def _on(device: torch.device, entry: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value.to(device) if isinstance(value, torch.Tensor) else value for key, value in entry.items()
    }


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:7])
