"""Train a small PyTorch network to find a rectangle, with a Truebox loss and the box IoU of every epoch.

    python examples/train_torch.py              # about a minute on two cores
    python examples/train_torch.py --quick      # a few seconds, enough to see it learn

Needs ``pip install 'truebox[torch,plot]'``. Writes history.json, history.png and predictions.png.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from training_pictures import write_results

import truebox as tb
from truebox.generation import ToyBoxes, make_toy_boxes
from truebox.integrations.torch import CIoULoss

# The network answers a center and a size as fractions of the picture; this is all Truebox has to know.
BOX_FORMAT = "rel_cxcywh"


def make_network() -> nn.Sequential:
    """Four convolutions that halve the picture, then two layers that read the box from what is left."""
    layers: list[nn.Module] = []
    for before, after in ((3, 16), (16, 32), (32, 48), (48, 64)):
        layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
    return nn.Sequential(
        *layers, nn.Flatten(), nn.Linear(64 * 16, 128), nn.ReLU(), nn.Linear(128, 4), nn.Sigmoid()
    )


def as_tensors(data: ToyBoxes) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures [N, 3, 64, 64] around zero, and boxes [N, 4]."""
    pictures = torch.from_numpy(data.pictures).permute(0, 3, 1, 2).float() / 127.5 - 1
    return pictures, torch.from_numpy(data.boxes)


def train_one_epoch(
    network: nn.Module,
    loss: nn.Module,
    optimizer: torch.optim.Optimizer,
    pictures: torch.Tensor,
    boxes: torch.Tensor,
) -> float:
    """Go through the data once in a random order; the mean IoU of what was predicted on the way."""
    network.train()
    total = 0.0
    for rows in torch.randperm(len(boxes)).split(32):
        predicted = network(pictures[rows])
        optimizer.zero_grad()
        loss(predicted, boxes[rows]).backward()
        optimizer.step()
        with tb.overlap.unchecked():  # boxes of a young network may be inside out
            overlaps = tb.elementwise_iou(predicted.detach(), boxes[rows], box_format=BOX_FORMAT)
        total += overlaps.sum().item()
    return total / len(boxes)


@torch.no_grad()
def predict(network: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """Boxes [N, 4] for pictures."""
    network.eval()
    return torch.cat([network(part) for part in pictures.split(256)])


def main() -> None:
    """Train, print the IoU of each epoch, write the results."""
    options = parse_options()
    torch.manual_seed(options.seed)
    # For layers this small, threads wait for each other longer than they compute (measured: 7 times slower on
    # two busy cores).
    torch.set_num_threads(1)
    seen = make_toy_boxes(100 if options.quick else 400, seed=2)
    pictures, boxes = as_tensors(make_toy_boxes(400 if options.quick else 4000, seed=1))
    new_pictures, new_boxes = as_tensors(seen)
    epochs = 6 if options.quick else 20

    network = make_network()
    loss = CIoULoss(box_format=BOX_FORMAT, image_size=(64, 64))
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    steps = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    history: dict[str, list[float]] = {"training": [], "validation": []}
    for epoch in range(1, epochs + 1):
        history["training"].append(train_one_epoch(network, loss, optimizer, pictures, boxes))
        steps.step()
        with tb.overlap.unchecked():
            iou = tb.elementwise_iou(predict(network, new_pictures), new_boxes, box_format=BOX_FORMAT)
        history["validation"].append(iou.mean().item())
        training, validation = (history[name][-1] for name in ("training", "validation"))
        print(f"epoch {epoch:2}  IoU training {training:.3f}  validation {validation:.3f}", flush=True)
    write_results(options.out, history, seen, np.asarray(predict(network, new_pictures)))


def parse_options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few pictures, few epochs")
    parser.add_argument(
        "--out", type=Path, default=Path("toy-torch"), help="folder for the results (toy-torch)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the network and of the order (0)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
