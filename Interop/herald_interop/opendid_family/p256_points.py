"""Enough arithmetic on P-256 to learn the nonce point of a signature; `cryptography` does not tell it."""

from __future__ import annotations

PRIME = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
# Jacobian coordinates; z is 0 at infinity.
Point = tuple[int, int, int]
INFINITY: Point = (1, 1, 0)


def doubled(point: Point) -> Point:
    x, y, z = point
    if z == 0 or y == 0:
        return INFINITY
    square = z * z % PRIME
    slope = 3 * (x - square) * (x + square) % PRIME
    middle = 4 * x * y * y % PRIME
    new_x = (slope * slope - 2 * middle) % PRIME
    return new_x, (slope * (middle - new_x) - 8 * pow(y, 4, PRIME)) % PRIME, 2 * y * z % PRIME


def added(left: Point, right: Point) -> Point:
    if left[2] == 0:
        return right
    if right[2] == 0:
        return left
    (x1, y1, z1), (x2, y2, z2) = left, right
    s1, s2 = z1 * z1 % PRIME, z2 * z2 % PRIME
    u1, u2 = x1 * s2 % PRIME, x2 * s1 % PRIME
    v1, v2 = y1 * s2 * z2 % PRIME, y2 * s1 * z1 % PRIME
    if u1 == u2:
        return doubled(left) if v1 == v2 else INFINITY
    step, rise = u2 - u1, v2 - v1
    square = step * step % PRIME
    cube = square * step % PRIME
    base = u1 * square % PRIME
    x = (rise * rise - cube - 2 * base) % PRIME
    return x, (rise * (base - x) - v1 * cube) % PRIME, step * z1 * z2 % PRIME


def combine(base_factor: int, factor: int, point: tuple[int, int]) -> tuple[int, int]:
    """base_factor times the base point plus factor times `point`, in affine coordinates."""
    base, own = (*BASE, 1), (*point, 1)
    choices = {(0, 1): own, (1, 0): base, (1, 1): added(base, own)}
    sum_: Point = INFINITY
    for bit in range(255, -1, -1):
        sum_ = doubled(sum_)
        choice = choices.get((base_factor >> bit & 1, factor >> bit & 1))
        if choice is not None:
            sum_ = added(sum_, choice)
    x, y, z = sum_
    if z == 0:
        raise ValueError("the nonce point is at infinity")
    inverse = pow(z, -1, PRIME)
    return x * inverse * inverse % PRIME, y * pow(inverse, 3, PRIME) % PRIME
