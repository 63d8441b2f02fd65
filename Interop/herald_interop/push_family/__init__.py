"""The same events and the same push rules on our node and on Synapse: the same counts, the same notifications."""

from .family import run

__all__ = ["run"]
