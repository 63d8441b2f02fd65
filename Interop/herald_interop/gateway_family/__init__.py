"""Our gateway in front of a real Synapse: DID clients and stock Matrix clients, with SQLite, with PostgreSQL and with workers."""

from .family import run

__all__ = ["run"]
