"""Bots against bots, and rules against the clock."""
