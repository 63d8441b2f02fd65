import HeraldKeys
import SDNWire

/// The DIDs and the wallets that control them. A DID can have several wallets, and a wallet several DIDs (SDN sheet 1.1).
///
/// A controller of a DID can link any wallet to it. The wallet controls the DID once it has signed that itself: by creating the DID, with
/// `signature2`, or by a login that names the DID. Until then the link only allows that login.
enum DIDDirectory {
    /// The state of a DID document.
    struct Document: Sendable, Hashable {
        /// A wallet and its permanent number in key IDs.
        struct Controller: Sendable, Hashable {
            let address: EthereumAddress
            let number: Int64
            /// True if the wallet itself has signed that it controls the DID.
            let isProven: Bool
        }

        /// A device key and its permanent number in key IDs.
        struct DeviceKey: Sendable, Hashable {
            let value: String
            let number: Int64
        }

        let did: SDNDID
        /// RFC 3339. Clients treat it as opaque.
        let created: String
        let updated: String
        /// The wallets, in the order of linking.
        let controllers: [Controller]
        /// The device keys, in the order of linking.
        let keys: [DeviceKey]
        let isBurned: Bool

        var addresses: [EthereumAddress] { controllers.map(\.address) }
        /// The wallets that control the DID.
        var provenAddresses: [EthereumAddress] { controllers.filter(\.isProven).map(\.address) }
    }
}
