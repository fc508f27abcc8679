"""Why the house refuses somebody, as stable codes."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Nothing was changed."""

    LOGIN_WRONG = "login_wrong"  # nick or password; never says which
    NICK_TAKEN = "nick_taken"
    NICK_WRONG = "nick_wrong"  # 2 to 20 letters, digits, spaces, dots or dashes
    PASSWORD_WRONG = "password_wrong"  # 8 to 128 characters
    TERMS_MISSING = "terms_missing"  # present terms or fair-play rules were not accepted
    MEMBER_ALREADY = "member_already"  # signed in as a member: nothing to register
    REFILL_EARLY = "refill_early"  # once a day in Bogota
    REFILL_UNNEEDED = "refill_unneeded"  # there are 20,000 or more in all
    FUNDS_LOCKED = "en_juego"  # the wallet is staked in a running hand
    CROWDED = "crowded"  # too many logins wait for their turn


class Refusal(Exception):
    """Carries a code up to whoever asked."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.value)
        self.code = code
