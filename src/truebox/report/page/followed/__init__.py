"""The report page of one object over time: curves of success, and every sequence."""
