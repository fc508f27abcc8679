"""What the server itself can refuse, as stable codes. A game's and a table's codes travel beside
these; the client translates each of them into a sentence."""

from __future__ import annotations

from enum import StrEnum


class ServerCode(StrEnum):
    """Why a frame or a request was refused. Nothing was changed."""

    # the socket
    MALFORMED = "malformed"  # not the JSON that wire.py describes
    TOO_LONG = "too_long"  # a frame over 8 KiB; the connection closes
    TOO_FAST = "too_fast"  # more frames than the rate allows
    UNKNOWN_TABLE = "unknown_table"
    NOT_ATTACHED = "not_attached"  # a command before `hello`, or for another table
    SIGNED_OUT = "signed_out"  # no session, or it has expired
    FOREIGN_ORIGIN = "foreign_origin"
    REPLACED = "replaced"  # a newer connection of the same account took over
    TOO_SLOW = "too_slow"  # the reader does not keep up, even with snapshots
    GOING_DOWN = "going_down"
    # the runner
    BUSY = "busy"  # the table's queue is full; try again
    CMD_ID_REUSED = "cmd_id_reused"  # the same cmd_id came with another command
    NOT_COMMITTED = "not_committed"  # the step was undone; the table is as before
    SEATED_ELSEWHERE = "seated_elsewhere"  # one seat at tables whose chips are the wallet
    INTERNAL = "internal"
    # pages
    THROTTLED = "throttled"
    NAME_WRONG = "name_wrong"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_HAND = "unknown_hand"
    HAND_NOT_OVER = "hand_not_over"  # its record can be had when it is over
    TOO_MANY_TABLES = "too_many_tables"
    NOT_FOUND = "not_found"
    NOT_ALLOWED = "not_allowed"  # the address exists, the method does not
    MEDIA_WRONG = "media_wrong"  # a body that is not application/json
    TOO_LARGE = "too_large"
