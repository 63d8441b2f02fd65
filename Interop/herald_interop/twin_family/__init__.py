"""One scenario of our client against two servers, and what came of it side by side."""

from .family import STEPS_AT_LEAST, compare, run, transcript

__all__ = ["STEPS_AT_LEAST", "compare", "run", "transcript"]
