"""How alike the objects of a frame are, and by how much they may miss a threshold."""
