"""The schema of the SQLite store, as it grew."""
