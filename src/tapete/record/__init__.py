"""What happened, so that it can be shown, proved and played again."""
