"""Decks and the two-character notation of cards. Knows no game, no chips and no seats."""
