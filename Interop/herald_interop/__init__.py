"""Herald held against programs written by other people: Synapse, matrix-nio and eth-account."""
