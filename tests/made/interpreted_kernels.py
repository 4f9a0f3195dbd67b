"""A test file that is run as a program, in which Triton interprets its kernels."""

from __future__ import annotations

import os
import subprocess
import sys


def words_printed(file: str) -> list[str]:
    """What the file prints as a program of its own, word by word; its error if it ends in one.

    Triton chooses between compiler and interpreter when a kernel is defined: this needs its own process.
    """
    environment = {**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", file],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def take_tensors_in_memory() -> None:
    """Let such a program start kernels on tensors of the processor, without a device."""
    import torch

    torch.cuda.current_device = lambda: None  # type: ignore[assignment,return-value]
