"""Play a hand text again through its game, and say where the two first differ.

`Player` takes the lines of `actions` one by one and keeps what happened; `replay` checks a whole
text: its actions, `_illegal`, `_offers`, `_expect` and `finishing_stacks`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tapete.game.contract import (
    Act,
    Cancel,
    Command,
    Decide,
    Event,
    Game,
    Leave,
    Moved,
    Over,
    Seat,
    Seated,
    Shuffle,
    Shuffled,
    Step,
    Told,
)
from tapete.game.errors import Code, Illegal
from tapete.game.laws import Opening, encoded, opened
from tapete.record import handtext
from tapete.record.handtext import HandText, Line, Spelling, Unreadable


class Differs(Exception):
    """The replay and the text part: `where` is an action or a field, `why` says how."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


def game_of(text: HandText, games: Mapping[str, Game]) -> Game:
    """The game that plays this variant. Raises Unreadable with the variant's name."""
    for game in games.values():
        spelling: Spelling | None = game.info.spelling
        if text.variant == game.info.variant:
            return game
        if spelling is not None and text.variant in spelling.variants:
            return game
    raise Unreadable(f"variant: no game here plays {text.variant!r}")


def opening_of(text: HandText, game: Game) -> Opening:
    """The text's stacks, rules and prior as the game takes them. Raises Unreadable."""
    seats = text.table_seats
    seated = []
    for at, (seat, chips) in enumerate(zip(seats, text.starting_stacks, strict=True), 1):
        wish = text.wish.get(f"p{at}", "play")
        seated.append(Seated(seat, sitting=wish != "out", chips=chips, wish=wish))
    prior = dict(text.prior)
    carry = prior.pop(game.info.carry, 0) if game.info.carry else 0
    if isinstance(carry, bool) or not isinstance(carry, int) or carry < 0:
        raise Unreadable(f"_prior.{game.info.carry}: not a whole number of chips")
    rules = _struct("_rules", text.rules, game.info.rules)
    return Opening(rules, tuple(seated), _memory(prior, game, seats), carry)


def _memory(prior: dict[str, Any], game: Game, seats: tuple[Seat, ...]) -> Any:
    """The memory that `_prior` stands for; None when it does not say who has the role."""
    role = game.info.role
    if not prior:
        return None
    player = prior.get(role)
    if not isinstance(player, int) or not 1 <= player <= len(seats):
        raise Unreadable(f"_prior.{role}: not the number of a player")
    return _struct("_prior", prior | {role: seats[player - 1]}, game.info.memory)


def _struct(field: str, values: Mapping[str, Any], kind: type[Struct]) -> Any:
    for name in values:
        if name not in kind.__struct_fields__:
            raise Unreadable(f"{field}.{name}: no such field")
    try:
        return msgspec.convert(dict(values), kind)
    except (msgspec.ValidationError, ValueError) as wrong:
        raise Unreadable(f"{field}: {wrong}") from None


class Player:
    """A hand that is being played from lines: the newest step, and every event so far."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self.game = game
        self.opening = opening
        self.seats = tuple(s.seat for s in opening.seats)
        self.step = opened(game, opening)
        self.events: list[Event] = list(self.step.events)
        self.commands: list[Command] = []

    def command(self, line: Line) -> Command:
        """The command that a line stands for now. Raises Illegal when it can stand for none."""
        need = self.step.need
        match line:
            case handtext.CallOff():
                return Cancel("cancel")
            case handtext.Deal(cards):
                if isinstance(need, Shuffle) and _is_draw(need):
                    raise Illegal(Code.SHUFFLE_WRONG)
                return Shuffled(cards)
            case handtext.Draw(player):
                if isinstance(need, Shuffle) and not _is_draw(need):
                    raise Illegal(Code.SHUFFLE_WRONG)
                return Shuffled((self._seat(player),))
            case handtext.Gone(player):
                return Leave(self._seat(player))
            case handtext.Idle(player):
                return self._idle(self._seat(player))
        turn = need.turn if isinstance(need, Decide) else 0
        seat = self._seat(line.player)
        return Act(seat, turn, line.move, line.amount, line.cards, line.option)

    def _seat(self, player: int) -> Seat:
        if player > len(self.seats):
            raise Illegal(Code.NOT_IN_HAND)
        return self.seats[player - 1]

    def _idle(self, seat: Seat) -> Act | Leave:
        need = self.step.need
        if isinstance(need, Shuffle):
            raise Illegal(Code.SHUFFLE_WANTED)
        if isinstance(need, Over):
            raise Illegal(Code.HAND_OVER)
        if seat not in need.seats:
            raise Illegal(Code.NOT_YOUR_TURN)
        return self.game.idle(self.step.state, seat)

    def play(self, command: Command) -> Step:
        """Apply it and remember what came of it. Raises Illegal and changes nothing."""
        step = self.game.apply(self.step.state, command)
        self.step = step
        self.commands.append(command)
        self.events += step.events
        return step

    def stacks(self) -> tuple[int, ...]:
        """The chips of p1, p2 … as the ledger knows them: from the Moved alone."""
        sums = {f"seat:{s.seat}": s.chips for s in self.opening.seats}
        for event in self.events:
            if isinstance(event, Moved):
                for account, sign in ((event.source, -1), (event.target, 1)):
                    if account in sums:
                        sums[account] += sign * event.amount
        return tuple(sums.values())


def _is_draw(need: Shuffle) -> bool:
    return all(isinstance(item, int) for item in need.items)


# ── a whole text ─────────────────────────────────────────────────────────────────────────────
def replay(text: HandText, game: Game) -> Player:
    """Execute a full hand text and check all that it says. Raises Unreadable, Differs."""
    lines = lines_of(text, game)
    player = Player(game, opening_of(text, game))
    for at, line in enumerate(lines):
        try:
            player.play(player.command(line))
        except Illegal as refused:
            spelt = handtext.write_line(line)
            raise Differs(f"actions[{at}] {spelt!r}", refused.code) from None
    _check_illegal(text, player)
    _check_offers(text, player)
    check_facts(text.expect, facts_of(player))
    _check_stacks(text, player)
    return player


def lines_of(text: HandText, game: Game) -> tuple[Line, ...]:
    """The actions as values. Raises Unreadable with the number of the action."""
    spelling: Spelling | None = game.info.spelling
    if spelling is not None and text.variant in spelling.variants:
        return spelling.lines(text)
    lines = []
    for at, action in enumerate(text.actions):
        try:
            line = handtext.read_line(action)
        except Unreadable as wrong:
            raise Unreadable(f"actions[{at}]: {wrong}") from None
        if getattr(line, "player", 1) > len(text.starting_stacks):
            raise Unreadable(f"actions[{at}]: no such player: {action!r}")
        lines.append(line)
    return tuple(lines)


def _check_illegal(text: HandText, player: Player) -> None:
    state, before = player.step.state, encoded(player.step.state)
    for action in text.illegal:
        try:
            command = player.command(handtext.read_line(action))
            player.game.apply(state, command)
        except (Unreadable, Illegal):
            if encoded(state) != before:
                raise Differs(f"_illegal {action!r}", "refused, yet the state changed") from None
            continue
        raise Differs(f"_illegal {action!r}", "was accepted")


def _check_offers(text: HandText, player: Player) -> None:
    for name, wanted in text.offers.items():
        seat = player.seats[handtext.player_of(name, len(player.seats)) - 1]
        found = {offer.move for offer in player.game.offers(player.step.state, seat)}
        if found != set(wanted):
            raise Differs(f"_offers.{name}", f"{sorted(wanted)} expected, {sorted(found)} offered")


def check_facts(expected: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Compare the named facts only. Raises Differs at the first that differs or is unknown."""
    for name, wanted in expected.items():
        if name not in found:
            raise Differs(f"_expect.{name}", "no such fact")
        if found[name] != wanted or isinstance(wanted, bool) != isinstance(found[name], bool):
            raise Differs(f"_expect.{name}", f"{wanted!r} expected, {found[name]!r} found")


def _check_stacks(text: HandText, player: Player) -> None:
    if text.finishing_stacks is None:
        return
    if not isinstance(player.step.need, Over):
        raise Differs("finishing_stacks", "the hand is not over")
    found = player.stacks()
    for at, (wanted, has) in enumerate(zip(text.finishing_stacks, found, strict=True), 1):
        exact = isinstance(wanted, int)
        if wanted != has if exact else abs(wanted - has) > 1:
            raise Differs("finishing_stacks", f"p{at}: {wanted} expected, {has} found")


def facts_of(player: Player) -> dict[str, Any]:
    """The public facts that `_expect` may name, now."""
    return public_facts(player.game, player.step, player.events, player.seats)


def public_facts(
    game: Game, step: Step, events: Sequence[Event], seats: Sequence[Seat]
) -> dict[str, Any]:
    """What a spectator's view says, and what the events say: the rake and who was shown. A seat
    appears as its player's number."""
    view = game.view(step.state, None)
    number = {seat: at for at, seat in enumerate(seats, 1)}
    facts: dict[str, Any] = {
        "over": isinstance(step.need, Over),
        "phase": view.phase,
        "rake": rake_of(events),
        "shown": sorted(number[seat] for seat in shown_by(events, game)),
        "scores": [seat.score for seat in view.seats],
        "pots": {pot.name: pot.amount for pot in view.pots if pot.amount},
        game.info.role: number.get(view.role),
    }
    if "mano" in type(view).__struct_fields__:  # a game may have both, as two things
        facts["mano"] = number.get(getattr(view, "mano"))  # noqa: B009
    if view.winner:
        facts["winner"] = number.get(view.winner)
    return facts


def rake_of(events: Sequence[Event]) -> int:
    """All that went to the house's commission."""
    return sum(e.amount for e in events if isinstance(e, Moved) and e.target == "house:rake")


def shown_by(events: Sequence[Event], game: Game) -> set[Seat]:
    """The seats whose hidden cards were shown to all: in a fact of `info.reveals`, other than by
    playing them (`info.shows`)."""
    reveals = game.info.reveals - game.info.shows
    return {
        e.seat
        for e in events
        if isinstance(e, Told) and e.seat and e.cards and not e.only and e.what in reveals
    }
