"""JSON files that hold the tracks of many videos."""
