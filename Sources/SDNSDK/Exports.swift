// An app that imports SDNSDK has the whole client.
@_exported import SDNClient
@_exported import SDNFolds
@_exported import SDNSession
@_exported import SDNStore
@_exported import SDNValues
