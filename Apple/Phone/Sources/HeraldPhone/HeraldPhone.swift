// Everything that an app can import.
@_exported import HeraldKeys
@_exported import HeraldP256
@_exported import MYKEYWalletLib
@_exported import OpenDIDWallet
@_exported import SDNObservation
@_exported import SDNSDK
@_exported import SDNStoreEncryption
