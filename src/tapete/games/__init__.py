"""The games of the room: a folder each, and the one list of them in `registry`."""
