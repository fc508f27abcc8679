"""First answers: what a command was told, it is told again, whoever repeats it how often."""

from __future__ import annotations

from collections import OrderedDict

from tapete.server.codes import ServerCode
from tapete.server.connection import Connection
from tapete.store.port import Answer
from tapete.table.inputs import User

MOST = 2_000  # answers of a table kept in memory; older ones are in the store


class Answers:
    """The newest answers of one table, by user and cmd_id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[User, str], Answer] = OrderedDict()

    def find(self, key: tuple[User, str]) -> Answer | None:
        """The answer that a command had, if it is still here."""
        return self._kept.get(key)

    def keep(self, answer: Answer) -> None:
        """Remember an answer that was committed."""
        self._kept[answer.user, answer.cmd_id] = answer
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)


def tell(to: Connection, cmd_id: str, fingerprint: bytes, first: Answer) -> None:
    """The first answer to a repeat; another command under the same id is told so."""
    if first.fingerprint == fingerprint:
        to.answer(cmd_id, first.code, first.seq)
    else:
        to.answer(cmd_id, ServerCode.CMD_ID_REUSED, 0)
