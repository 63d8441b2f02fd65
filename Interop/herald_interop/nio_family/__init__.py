"""matrix-nio's own client against a node: the same script holds on Herald and on Synapse."""

from .family import run

__all__ = ["run"]
