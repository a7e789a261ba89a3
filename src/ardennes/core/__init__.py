"""The question machine: decisions, choices, frames, dice, records, positions, views, the rule ledger. Knows no game."""
