"""Chips at a table: limits, the betting round, pots by levels, shares and rake. Knows no game."""
