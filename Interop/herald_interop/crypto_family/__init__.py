"""matrix-nio's and mautrix's own encryption through our node: they talk, verify, sign, back up and leave dehydrated devices."""

from .family import run

__all__ = ["run"]
