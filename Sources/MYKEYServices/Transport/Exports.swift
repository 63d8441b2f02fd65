// These two types are exported, because a program that sets the rules for servers needs them.
@_exported import enum HeraldHTTP.AddressKind
@_exported import struct HeraldHTTP.NetworkAddress
