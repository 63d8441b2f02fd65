// `AddressKind` and `NetworkAddress` are exported, because a program that sets ``AddressRules`` needs them.
@_exported import enum HeraldHTTP.AddressKind
@_exported import struct HeraldHTTP.NetworkAddress
