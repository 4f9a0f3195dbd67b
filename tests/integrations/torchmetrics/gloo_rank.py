"""One process of several: evaluates its share, and writes what all of them give together."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

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
        return [every, []]
    found = [every[rank::world] for rank in range(world)]
    if spread == "padded":
        found[1] = [*found[1], every[0]]
    return found


def main(rank: int, world: int, spread: str, store: str, folder: str) -> None:
    """Evaluate, gather, write."""
    distributed.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=world)
    pairs = [pair for preds, target in batches(5, 4) for pair in zip(preds, target, strict=True)]
    metric = MeanAveragePrecision()
    mine = shares(spread, world, len(pairs))[rank]
    for start in range(0, len(mine), 3):
        batch = [pairs[image] for image in mine[start : start + 3]]
        metric.update([found for found, _ in batch], [true for _, true in batch])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = metric.compute()
    torch.save(dict(answer), Path(folder) / f"{rank}.pt")
    (Path(folder) / f"{rank}.txt").write_text("\n".join(str(each.message) for each in caught))
    distributed.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6])
