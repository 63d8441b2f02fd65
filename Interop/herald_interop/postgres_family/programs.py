"""Where the system has the programs of this family. Debian leaves some of them out of the search path."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ..checks import Refuted


def nginx() -> str:
    """The path of nginx."""
    found = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))
    return found or missing("nginx")


def postgres() -> Path:
    """The folder of PostgreSQL's programs, the newest if there are several."""
    versions = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb") if path.parts[-3].isdigit()]
    if versions:
        return max(versions, key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    return Path(found).parent if found else Path(missing("PostgreSQL's server"))


def missing(what: str) -> str:
    raise Refuted(f"{what} is not installed; on Debian, run `scripts/setup interop`")
