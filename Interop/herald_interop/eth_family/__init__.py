"""Logins signed by eth-account: every accepted text form, and what must be refused."""

from .family import run

__all__ = ["run"]
