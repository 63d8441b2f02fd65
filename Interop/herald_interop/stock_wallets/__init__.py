"""The wallets that upstream publishes, asking and reading exactly as their source does, against services under test.

Four apps: did-ca-ios on did-client-sdk-ios and did-ca-aos on did-client-sdk-aos, releases 1 and 2. Places in their source are cited as
`SIGN File:lines`. The signs are repositories at a tag: iA1 and iA2 are did-ca-ios V1.0.0 and V2.0.0, iS1 and iS2 are did-client-sdk-ios
V1.0.0 and v2.0.1, aA1 and aA2 are did-ca-aos V1.0.0 and V2.0.0, aS1 and aS2 are did-client-sdk-aos V1.0.0 and V2.0.1. What did-ca-ios has
since V2.0.1 only is cited with that tag.

What a check of this family cannot read, the app of that name cannot read either: nothing here is lenient on its own account, and nothing
is looked at that the app does not look at.
"""
