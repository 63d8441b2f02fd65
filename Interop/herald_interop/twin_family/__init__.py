"""One scenario of our client against two servers, and what came of it side by side."""

from .family import run

__all__ = ["run"]
