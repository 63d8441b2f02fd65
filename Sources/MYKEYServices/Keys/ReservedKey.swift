import HeraldKeys

/// The key with index 3 of an account, as it is on the chain now, and its status (MYKEY sheet 7.1).
public struct ReservedKey: Sendable, Hashable {
    /// The index of the key that signs logins.
    public static let index: Int64 = 3

    /// The key in the form that the chain stores.
    public enum Key: Sendable, Hashable {
        /// A secp256k1 public key.
        case eos(EOSPublicKey)
        /// The address of a key. It differs from the account's own address, which is the address of a contract.
        case ethereum(EthereumAddress)
    }

    /// The key.
    public let key: Key

    /// The key as text: `PUB_K1_…`, or an address in EIP-55 form.
    public var text: String {
        switch key {
        case .eos(let key): key.text
        case .ethereum(let address): address.checksummed
        }
    }
    /// True when the key is frozen: its status on the chain is not 0.
    public let isFrozen: Bool

    /// Creates a key with its status.
    public init(_ key: Key, isFrozen: Bool) {
        self.key = key
        self.isFrozen = isFrozen
    }
}
