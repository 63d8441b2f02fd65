"""Signed OpenDID documents: what Herald signs holds here, what is signed here holds in Herald, and nothing else does."""

from .family import run

__all__ = ["run"]
