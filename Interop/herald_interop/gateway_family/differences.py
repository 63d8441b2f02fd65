"""The differences between the scenario at Synapse, with passwords, and through the gateway, with wallets: step, path and reason."""

DIFFERENCES: dict[str, dict[str, str]] = {
    "a second device is listed, named, and removed with a proof": {
        "/stages/0": "a wallet signs instead of entering a password",
    },
}
