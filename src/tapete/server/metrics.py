"""Counters for an operator: how much, how fast, how often refused. Never who, never what."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """One set per server, in a registry of its own, so that tests can have many servers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        kept = self.registry
        self.steps = Counter("tapete_steps", "Steps committed", ["game"], registry=kept)
        self.refused = Counter("tapete_refused", "Commands refused", ["code"], registry=kept)
        self.undone = Counter("tapete_undone", "Steps not committed", ["code"], registry=kept)
        self.hands = Counter("tapete_hands", "Hands that ended", ["game"], registry=kept)
        self.alarms = Counter("tapete_alarms", "Tables frozen by an alarm", registry=kept)
        self.resyncs = Counter("tapete_resyncs", "Slow readers given a snapshot", registry=kept)
        self.connections = Gauge("tapete_connections", "Sockets open", registry=kept)
        self.tables = Gauge("tapete_tables", "Tables that are not closed", registry=kept)
        self.commit = Histogram(
            "tapete_commit_seconds", "From input to commit", buckets=SECONDS, registry=kept
        )

    def text(self) -> bytes:
        """What /metrics answers."""
        return generate_latest(self.registry)
