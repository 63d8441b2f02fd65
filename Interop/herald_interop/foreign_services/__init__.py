"""OpenDID services for a wallet to run against: written from the OpenDID sheet, with the habits of the deployed ones."""
