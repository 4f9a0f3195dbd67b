"""The report page of tracks: sequences, HOTA over alpha, timelines, and the frames around every event."""
