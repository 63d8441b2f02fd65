"""The files of the folder `deploy`, as far as they can be tried without a container engine and without systemd as the first process."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import yaml

from ..checks import Checks, expect, expect_equal
from ..postgres_family import programs
from . import dockerfile

DEPLOY = Path(__file__).parents[3] / "deploy"


def run(binary: str, folder: Path, checks: Checks) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    known = {command: options(binary, *command.split()) for command in ("gateway", "opendid")}

    with checks.check("compose.yaml is YAML, and its services use files and options that exist"):
        services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
        for name, service in services.items():
            expect(service.get("image"), f"{name} has no image")
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                # The operator supplies the certificates.
                expect(not source.startswith("./") or source == "./certificates" or (DEPLOY / source).exists(), f"{name}: {source}")
            words = service.get("command", [])
            if service["image"] == "herald":
                expect_equal([word for word in words if word.startswith("--") and word not in known[words[0]]], [], f"unknown options of {name}")
        expect((DEPLOY.parent / services["gateway"]["build"]["dockerfile"]).exists(), "the Dockerfile is missing")

    with checks.check("the Dockerfile has known instructions, and names stages and files that exist"):
        dockerfile.refuses_faults(DEPLOY.parent)
        dockerfile.verify((DEPLOY / "Dockerfile").read_text(), DEPLOY.parent)

    with checks.check("the Dockerfile copies the folder of every target, without which Swift refuses the package"):
        copied = dockerfile.copied((DEPLOY / "Dockerfile").read_text())
        folders = re.findall(r'\bpath: "([^"]+)"', (DEPLOY.parent / "Package.swift").read_text())
        expect(folders, "Package.swift names no folder")
        # Package.swift has targets in these only on Apple systems, or if a variable asks for them.
        elsewhere = {"Apple", "Benchmarks"}
        expect_equal([one for one in folders if not {one.split("/")[0], one} & elsewhere and not any(f"{one}/".startswith(f"{c}/") for c in copied)], [],
                     "folders of targets that are not copied")

    with checks.check("the units of systemd use options that exist"):
        for unit in sorted((DEPLOY / "systemd").glob("*.service")):
            words = next(line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")).split()
            expect_equal([word for word in words if word.startswith("--") and word not in known[words[1]]], [], f"unknown options of {unit.name}")

    if shutil.which("systemd-analyze"):
        with checks.check("systemd accepts the units"):
            for unit in (DEPLOY / "systemd").glob("*.service"):
                instance = folder / unit.name.replace("@", "@1024")
                instance.write_text(unit.read_text().replace("/usr/local/bin/herald", str(Path(binary).resolve())))
                done = subprocess.run(["systemd-analyze", "verify", str(instance)], capture_output=True, text=True, timeout=60, check=False)
                expect(done.returncode == 0 and unit.stem not in done.stderr, f"{unit.name}: {done.stderr.strip()}")

    with checks.check("nginx accepts nginx.conf"):
        text = (DEPLOY / "nginx.conf").read_text()
        # Names of containers and certificates exist at the operator's only.
        text = re.sub(r"server (gateway|opendid):", "server 127.0.0.1:", text)
        text = re.sub(r"^ssl_certificate.*\n", "", text, flags=re.MULTILINE).replace("listen 443 ssl", f"listen unix:{folder}/socket")
        whole = folder / "nginx.conf"
        whole.write_text(f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{text}\n}}\n")
        done = subprocess.run(
            [str(programs.nginx()), "-t", "-p", str(folder), "-c", str(whole)], capture_output=True, text=True, timeout=60, check=False)
        expect(done.returncode == 0, done.stderr.strip())


def options(binary: str, *command: str) -> set[str]:
    """The options in the help of a command."""
    # The help of a command with subcommands lists those of the default one only in the default one's own.
    words = [*command, "run"] if command in (("gateway",), ("opendid",)) else [*command]
    done = subprocess.run([binary, *words, "--help"], capture_output=True, text=True, timeout=60, check=False)
    expect_equal(done.returncode, 0, f"{' '.join(command)} --help")
    return set(re.findall(r"--[a-z][a-z-]*", done.stdout))
