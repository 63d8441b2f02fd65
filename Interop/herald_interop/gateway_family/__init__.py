"""Our gateway in front of a real Synapse: DID clients and stock Matrix clients, with SQLite and with PostgreSQL."""

from .family import run

__all__ = ["run"]
