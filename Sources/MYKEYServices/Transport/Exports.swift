// The rules for servers name these two, so a program that sets rules finds them here.
@_exported import enum HeraldHTTP.AddressKind
@_exported import struct HeraldHTTP.NetworkAddress
