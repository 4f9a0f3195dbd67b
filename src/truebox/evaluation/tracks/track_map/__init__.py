"""Average precision of whole tracks: an overlap in space and time, matched by score."""
