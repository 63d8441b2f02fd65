"""Logins signed by eth-account: every accepted text form, and what must be refused."""

from .family import run
from .login import ClientAPI

__all__ = ["ClientAPI", "run"]
