"""The ways in which a command can be wrong, as stable codes.

Codes travel over the wire and stay in logs; texts do not. The client translates each of them
into a sentence, so a code is never renamed and never reused.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Why a command was refused. Every refusal leaves the state exactly as it was."""

    NOT_IN_HAND = "not_in_hand"  # the seat was not dealt in, or has left
    NOT_YOUR_TURN = "not_your_turn"  # somebody else is asked
    ALREADY_ANSWERED = "already_answered"  # a sealed answer stands
    STALE_TURN = "stale_turn"  # the answer belongs to an earlier question
    NOT_OFFERED = "not_offered"  # the move exists in the game, not now
    AMOUNT_MISSING = "amount_missing"  # the move needs an amount
    AMOUNT_UNWANTED = "amount_unwanted"  # the move takes none
    AMOUNT_TOO_LOW = "amount_too_low"
    AMOUNT_TOO_HIGH = "amount_too_high"
    AMOUNT_OFF_STEP = "amount_off_step"  # neither a multiple of the step nor the maximum
    OPTION_WRONG = "option_wrong"  # the word after the move is not one of the offered ones
    CARDS_WRONG_COUNT = "cards_wrong_count"
    CARD_NOT_YOURS = "card_not_yours"
    CARD_REPEATED = "card_repeated"
    SHUFFLE_WANTED = "shuffle_wanted"  # only the answer to the shuffle, or a cancellation
    SHUFFLE_UNWANTED = "shuffle_unwanted"
    SHUFFLE_WRONG = "shuffle_wrong"  # not a permutation of what was asked for
    NOTHING_TO_CANCEL = "nothing_to_cancel"
    HAND_OVER = "hand_over"


class Illegal(Exception):
    """A command that the state refuses; carries nothing but its code (no card, no amount)."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.value)
        self.code = code
