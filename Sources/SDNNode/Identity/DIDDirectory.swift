import HeraldKeys
import SDNWire

/// Which DIDs there are and which wallets control them: many to many (SDN sheet 1.1).
///
/// Whoever controls a DID can link any wallet to it. A wallet controls the DID from then on when it has signed that itself, as the maker of
/// the DID, with `signature2` or by a login that names the DID. Until then the link counts for nothing but that login.
enum DIDDirectory {
    /// The state of a DID document.
    struct Document: Sendable, Hashable {
        /// A wallet and its number in key ids, which it keeps.
        struct Controller: Sendable, Hashable {
            let address: EthereumAddress
            let number: Int64
            /// Whether the wallet itself has signed that the DID is its own.
            let isProven: Bool
        }

        /// A device key and its number in key ids.
        struct DeviceKey: Sendable, Hashable {
            let value: String
            let number: Int64
        }

        let did: SDNDID
        /// RFC 3339, opaque to clients.
        let created: String
        let updated: String
        /// In the order of linking.
        let controllers: [Controller]
        /// In the order of linking.
        let keys: [DeviceKey]
        let isBurned: Bool

        var addresses: [EthereumAddress] { controllers.map(\.address) }
        /// The wallets that speak for the DID.
        var provenAddresses: [EthereumAddress] { controllers.filter(\.isProven).map(\.address) }
    }
}
