"""EOS keys and signatures: what Herald writes is read and accepted by libeospy and ueosio, and what they write by Herald."""

from .family import run

__all__ = ["run"]
