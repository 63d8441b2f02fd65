// An app that imports SDNSDK can use the public types of all these modules.
@_exported import SDNClient
@_exported import SDNFolds
@_exported import SDNSession
@_exported import SDNStore
@_exported import SDNValues
// An app needs these types to declare endpoints of its own.
@_exported import struct SDNWire.EmptyObject
@_exported import struct SDNWire.Endpoint
@_exported import enum SDNWire.EndpointAccess
@_exported import protocol SDNWire.EndpointRequest
@_exported import protocol SDNWire.EndpointResponse
@_exported import enum SDNWire.HTTPMethod
@_exported import struct SDNWire.NoInput
@_exported import struct SDNWire.RequestParts
// The public API of these modules uses the type.
@_exported import struct SDNWire.Timestamp
