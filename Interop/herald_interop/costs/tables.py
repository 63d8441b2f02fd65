"""The capacity tables of docs/scaling.md."""

from __future__ import annotations

from typing import Any

from .capacity import PROGRAMS, STEPS, Assumptions, Load
from .limits import breaks, breaks_next, kibibytes_of_a_poll, rounded


def all_of(measured: dict[str, Any], a: Assumptions | None = None) -> str:
    """The section's tables, in Markdown."""
    a = a or Assumptions()
    return "\n".join([*costs_table(measured), "", *assumptions_table(a), "", *machines_table(measured, a), "", *limits_table(measured, a)])


ROWS = (
    ("login with a wallet (`login`)", "login"), ("first login, which creates the account", "first_login"), ("first sync of a session", "first_sync"),
    ("message (`send`)", "send"), ("poll that a message answers (`sync`)", "sync"), ("poll of 30 s without an event (`poll`)", "empty_poll"),
    ("MB of an upload", "upload_mb"), ("MB of a download", "download_mb"),
    ("issued credential, M210 (`issue`)", "issue"), ("presentation, M310 (`present`)", "present"),
)


def costs_table(measured: dict[str, Any]) -> list[str]:
    lines = [
        "| Cost, in ms of a core | Gateway | Synapse | OpenDID servers | PostgreSQL of the gateway | of Synapse | of the OpenDID servers |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for text, name in ROWS:
        cost = measured["costs"].get(name)
        if cost is not None:
            lines.append(f"| {text} | " + " | ".join(f"{cost[p]:.2f}" if p in cost else "–" for p in PROGRAMS) + " |")
    memory, disk = measured["memory_kib"], measured["disk_bytes"]
    rest = memory["at rest"]
    gateway, synapse = (kibibytes_of_a_poll(measured, program) for program in ("gateway", "synapse"))
    # A figure of zero was not measured or too small.
    stored = [f"{text} {disk[name] / 1024:.1f} KiB" for name, text in (
        ("message", "a message"), ("first_login", "an account"), ("credential", "a credential")) if disk.get(name)]
    lines += [
        "",
        f"Memory at rest: {rest['gateway'] / 1024:.0f} MiB (gateway), {rest['synapse'] / 1024:.0f} MiB (Synapse). "
        f"Each waiting poll adds {gateway:.0f} KiB and {synapse:.0f} KiB. On disk: {', '.join(stored)}.",
    ]
    bench = measured.get("bench_gateway")
    if bench:
        lines += [
            "",
            f"The memory of a gateway's poll is that of `scripts/bench gateway`, {bench['mebibytes']:g} MiB for {bench['polls']:,} polls. That of Synapse's may be "
            "too small: it was measured when Synapse had freed memory of earlier requests, which the polls used.",
        ]
    return lines


def assumptions_table(a: Assumptions) -> list[str]:
    return ["| Assumption | |", "| --- | --- |", *(f"| {text} | {value:g} |" for text, value in a.rows())]


def machines_table(measured: dict[str, Any], a: Assumptions) -> list[str]:
    lines = [
        "| Users | In the busiest hour | Homeservers | Gateways | Synapse processes | OpenDID machines "
        "| Cores for PostgreSQL: gateway, Synapse, OpenDID | TB stored: messages, files, credentials | Machines in all | Breaks next |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for users in STEPS:
        load = Load(users, measured, a)
        count, one = load.homeservers, load.of_one_homeserver
        rates = ", ".join(f"{figure(load.rates[name])} {text}/s" for name, text in (
            ("send", "messages"), ("login", "logins"), ("issue", "credentials"), ("present", "presentations")))
        cells = [
            power(users), f"{figure(load.connected)} connected, {rates}", f"{count:,}", f"{count * one.gateways:,}",
            f"{count * one.instances('synapse', 1):,}", f"{load.instances('opendid', a.cores):,}",
            "; ".join(
                f"{number * part.instances(program, 1):,}" for program, number, part in (
                    ("postgres_gateway", count, one), ("postgres_synapse", count, one), ("postgres_opendid", 1, load))),
            "; ".join(figure(load.terabytes[kind]) for kind in ("messages", "files", "credentials")), f"{load.machines:,}",
            breaks_next(measured, a, load),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def limits_table(measured: dict[str, Any], a: Assumptions) -> list[str]:
    lines = ["| Users | What breaks there | Way out |", "| --- | --- | --- |"]
    return lines + [f"| {rounded(at)} | {limit.name} | {limit.way_out} |" for at, limit in breaks(measured, a)]


def power(users: int) -> str:
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(len(str(users)) - 1))


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.1g}"
