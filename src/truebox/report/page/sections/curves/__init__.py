"""The curves that a protocol of its own kind reads its numbers from."""
