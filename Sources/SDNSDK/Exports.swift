// An app that imports SDNSDK has the whole client.
@_exported import SDNClient
@_exported import SDNFolds
@_exported import SDNSession
@_exported import SDNStore
@_exported import SDNValues
// These are for endpoints that the app declares.
@_exported import struct SDNWire.EmptyObject
@_exported import struct SDNWire.Endpoint
@_exported import enum SDNWire.EndpointAccess
@_exported import protocol SDNWire.EndpointRequest
@_exported import protocol SDNWire.EndpointResponse
@_exported import enum SDNWire.HTTPMethod
@_exported import struct SDNWire.NoInput
@_exported import struct SDNWire.RequestParts
