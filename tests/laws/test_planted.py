"""A game that breaks a law is caught, and by the law that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.game.contract import (
    Act,
    Command,
    Decide,
    Moved,
    Offer,
    Over,
    Seat,
    Shuffled,
    Step,
    Told,
    View,
)
from tapete.record.simulate import Violation, simulate
from tests.toy import Toy
from tests.toy_hand import State


def _events(step: Step, change: Callable[[Any], Any]) -> Step:
    return step._replace(events=tuple(change(event) for event in step.events))


class CardsInAPublicFact(Toy):
    """A card that is dealt is told to everybody."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        return _events(step, lambda e: replace(e, only=()) if isinstance(e, Told) else e)


class WordOfAnother(Toy):
    """The others see that somebody passed with a pair."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        words = {p.seat: p.word for p in state.players}
        seats = tuple(replace(s, word=words[s.seat]) for s in view.seats)
        return replace(view, seats=seats)


class CountOfHiddenFacts(Toy):
    """Only who passes with a pair has a private fact: its place in the chain tells."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        kept = [e for e in step.events if getattr(e, "word", "") != "paso"]
        return step._replace(events=tuple(kept))


class SeatsOfAnother(Toy):
    """The back of a card gives it away: its suit decides which word its owner shows."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        suits = {p.seat: p.cards[0][1] if p.cards else "" for p in state.players}
        seats = tuple(replace(s, word=suits[s.seat]) for s in view.seats)
        return replace(view, seats=seats)


class TopOfTheDeck(Toy):
    """The board shows the next card."""

    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), board=state.deck[:1] * (state.phase == "CAMBIO"))


class SealedAnswerShown(Toy):
    """Who has voted is seen by the others."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        voted = [voter for voter, _ in state.votes]
        return replace(view, asks=tuple(s for s in view.asks if s not in voted))


class OffersByAnothersCards(Toy):
    """What is offered to one depends on what another holds."""

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        offers = super().offers(state, seat)
        others = [p for p in state.players if p.seat != seat and p.cards]
        if state.phase == "CAMBIO" and others and others[0].cards[0][1] == "o":
            return tuple(replace(offer, pick=(0, 1)) for offer in offers)
        return offers


class LostChip(Toy):
    """The winner sees a chip less than he is paid."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if view.phase != "FIN":
            return view
        seats = tuple(replace(s, chips=s.chips - (s.seat == view.winner)) for s in view.seats)
        return replace(view, seats=seats)


class PotLeft(Toy):
    """The prize is one short, so the pot keeps a chip."""

    def apply(self, state: State, command: Command) -> Step:
        def short(event: Any) -> Any:
            if isinstance(event, Moved) and event.why == "PREMIO" and event.target != "house:rake":
                return replace(event, amount=event.amount - 1)
            return event

        return _events(super().apply(state, command), short)


class DroppedCard(Toy):
    """A thrown card is gone for good."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        if isinstance(command, Act) and command.move == "cambiar":
            gone = tuple(replace(p, thrown=p.thrown[1:]) for p in step.state.players)
            return step._replace(state=replace(step.state, players=gone))
        return step


class TakesAnyOrder(Toy):
    """A shuffle is taken as it comes."""

    def apply(self, state: State, command: Command) -> Step:
        if isinstance(command, Shuffled) and state.phase == "REPARTO" and len(command.order) == 15:
            return super().apply(state, Shuffled(command.order[:14]))
        return super().apply(state, command)


class TakesStaleTurns(Toy):
    """An answer to an earlier question counts."""

    def apply(self, state: State, command: Command) -> Step:
        if isinstance(command, Act):
            command = replace(command, turn=state.turn)
        return super().apply(state, command)


class SilenceNotOffered(Toy):
    """Silence is a move that nobody is offered."""

    def idle(self, state: State, seat: Seat) -> Any:
        silence = super().idle(state, seat)
        return replace(silence, move="paso") if isinstance(silence, Act) else silence


class NoEnd(Toy):
    """The dealer is asked again and again."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        if isinstance(step.need, Over) and isinstance(state.need, Decide):
            return Step(state, state.need, ())
        return step


class MemoryOfItsOwn(Toy):
    """The same command gives another outcome the second time."""

    calls = 0

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        self.calls += 1
        if isinstance(command, Act):
            return step._replace(state=replace(step.state, mano=self.calls))
        return step


class ArrivalCounts(Toy):
    """Who answers last in a window is mano in the end."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        if state.phase == "VOTO" and step.state.phase == "FIN" and isinstance(command, Act):
            return step._replace(state=replace(step.state, mano=command.seat))
        return step


class UnknownFact(Toy):
    """A fact that `info.facts` does not list."""

    def apply(self, state: State, command: Command) -> Step:
        step = super().apply(state, command)
        return step._replace(events=(*step.events, Told("sorpresa")))


class SpectatorOwns(Toy):
    """A spectator gets the own part of a seat."""

    def view(self, state: State, seat: Seat | None) -> View:
        first = state.players[0].seat if state.players else None
        return super().view(state, seat if seat is not None else first)


PLANTED = [
    (CardsInAPublicFact, "secrecy"),
    (WordOfAnother, "secrecy"),
    (CountOfHiddenFacts, "secrecy"),
    (SeatsOfAnother, "secrecy"),
    (TopOfTheDeck, "secrecy"),
    (SealedAnswerShown, "secrecy"),
    (OffersByAnothersCards, "secrecy"),
    (SpectatorOwns, "secrecy"),
    (LostChip, "money"),
    (PotLeft, "money"),
    (DroppedCard, "cards"),
    (TakesAnyOrder, "form"),
    (TakesStaleTurns, "form"),
    (SilenceNotOffered, "form"),
    (NoEnd, "form"),
    (MemoryOfItsOwn, "form"),
    (UnknownFact, "form"),
    (ArrivalCounts, "arrival"),
]


@pytest.mark.parametrize(("planted", "law"), PLANTED, ids=[p.__name__ for p, _ in PLANTED])
def test_a_planted_violation_is_caught_by_its_law(planted: type[Toy], law: str) -> None:
    with pytest.raises(Violation) as caught:
        simulate(planted(), hands=400, seats=3, seed=1, sample=2)
    assert caught.value.law == law, caught.value
