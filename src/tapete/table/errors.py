"""Why a table refuses an input, as stable codes.

They travel over the wire beside the game's own (`tapete.game.errors.Code`): never renamed, never
reused, and no word stands in both.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every refusal leaves the table exactly as the deadlines before it left it."""

    # sitting down
    FULL = "full"  # no seat is free
    SEAT_TAKEN = "seat_taken"  # somebody sits there, or left it in the running hand
    NO_SUCH_SEAT = "no_such_seat"
    ALREADY_SEATED = "already_seated"
    BELOW_ENTRY = "below_entry"  # fewer chips than the table asks for
    ABOVE_ENTRY = "above_entry"  # more chips than can be bought in
    BARRED = "barred"  # abandoned a hand here; see Table.bars
    SESSION_RUNNING = "session_running"  # closed to newcomers until the session ends
    # a seat's life
    NOT_SEATED = "not_seated"
    BELOW_STAKE = "below_stake"  # cannot pay what a hand needs
    NOT_NOW = "not_now"  # the seat's life has no such step from where it is
    # a hand
    NO_HAND = "no_hand"  # there is none to cancel
    STALE_HAND = "stale_hand"  # the move names another hand
    HAND_RUNNING = "hand_running"  # only between hands
    # the table
    NOT_HOST = "not_host"
    RULES_WRONG = "rules_wrong"
    CARRY_LEFT = "carry_left"  # something lies in `carry`: it can neither close nor change that
    NOT_EMPTY = "not_empty"
    CLOSING = "closing"  # no new hands, no new seats
    CLOSED = "closed"
    FROZEN = "frozen"  # the books disagreed; nobody may touch it
    OLD_CONNECTION = "old_connection"  # a newer one took over
    WAITING = "waiting"  # only the answer to what the table has just asked for


class Refusal(Exception):
    """Carries a code up to `step`, which turns it into the effect `Refused`."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.value)
        self.code = code


class Broken(Exception):
    """Something that cannot be (money that is not there, books that differ): the table freezes.
    `what` names an account or a law, never a card."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
