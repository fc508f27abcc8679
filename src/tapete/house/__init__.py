"""The house: members and their credits. A pure decision and a store call each; knows no game."""
