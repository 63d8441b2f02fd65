"""What an operation costs each program behind a gateway, and the machines that follow from it (docs/scaling.md)."""
