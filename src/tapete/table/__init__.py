"""The table: seats, clocks, connections and the life of hands, as one pure function.

`step` takes a table and an input and gives the table after it and the effects; it reads no clock
and no chance. The chapters: inputs, effects and errors (what goes in and out), seats (their two
lives), clocks (what is due), links (connections, mass disconnection), hand and money (one hand),
session (what hands share), requests (what people ask), step (how it all goes on).
"""

from tapete.table.effects import Effect
from tapete.table.inputs import Input
from tapete.table.step import step
from tapete.table.table import Table, decode, encode, fingerprint, new_table

__all__ = [
    "Effect",
    "Input",
    "Table",
    "decode",
    "encode",
    "fingerprint",
    "new_table",
    "step",
]
