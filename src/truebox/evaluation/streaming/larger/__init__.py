"""Files larger than memory, evaluated group by group."""
