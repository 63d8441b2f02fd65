"""Two instances of every OpenDID role on one PostgreSQL, behind nginx: the scripts of the family `wallet`, and servers that are killed."""

from .family import run

__all__ = ["run"]
