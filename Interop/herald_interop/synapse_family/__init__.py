"""Our client against real Synapse, with Synapse itself asked for the evidence."""

from .family import run

__all__ = ["run"]
