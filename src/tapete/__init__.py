"""Tapete: a self-hosted card room for the Spanish-deck betting games."""
