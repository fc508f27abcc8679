"""What a table tells of itself, beside what its game tells.

Facts are public `Told` events; `what` is one of these words, none of which a game uses. `seat` is
the seat, `word` a nick or a reason, `amount` chips, a count, or the milliseconds of a deadline.
"""

from __future__ import annotations

from enum import StrEnum


class Fact(StrEnum):
    """The table's own words; all carry its mark, so that replaying a hand can tell them apart."""

    SEATED = "table_seated"  # word = nick, amount = 1 for a house player
    STOOD = "table_stood"  # word = why: stood, grace, expelled, silence, game, closed
    READY = "table_ready"
    WAITING = "table_waiting"  # no longer ready; word = why: asked, silent, short, host, each
    WISHED = "table_wished"  # word = the wish
    DROPPED = "table_dropped"  # amount = wall ms when the grace ends
    BACK = "table_back"
    AWAY = "table_away"  # the grace ended, the seat sits out
    SILENT = "table_silent"  # the clock ran out; amount = how many in a row (0: not counted)
    HURRIED = "table_hurried"  # from now on short clocks, until it acts
    SHORT = "table_short"  # amount = the stake that it lacks
    LOCKED = "table_locked"  # its wallet is staked in another hand
    FROZEN = "table_frozen"  # nobody alive is connected: clocks stand; amount = ms of the end
    THAWED = "table_thawed"  # somebody is back: clocks go on
    HAND_OPENED = "table_hand_opened"  # word = hand id
    HAND_CLOSED = "table_hand_closed"  # word = hand id
    CANCELLED = "table_cancelled"  # word = why
    ABANDONED = "table_abandoned"  # amount = what stays in carry
    HOST = "table_host"  # seat of the new host
    OPTIONS = "table_options"  # the rules changed
    SESSION = "table_session"  # amount = number of the session that begins
    CLOSING = "table_closing"  # word = why
    CLOSED = "table_closed"
