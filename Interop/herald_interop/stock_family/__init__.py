"""Servers that answer as upstream's Java does, for either release, and our wallet against them."""

from .family import run

__all__ = ["run"]
