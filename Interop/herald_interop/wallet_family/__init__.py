"""A foreign OpenDID wallet against services, over HTTP: every protocol, and what the services must refuse."""

from .family import run

__all__ = ["run"]
