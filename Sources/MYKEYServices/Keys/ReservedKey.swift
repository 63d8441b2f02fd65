import HeraldKeys

/// The key of index 3 of an account, as the chain has it now, and whether it may be used (MYKEY sheet 7.1).
public struct ReservedKey: Sendable, Hashable {
    /// The index of the key that signs logins.
    public static let index: Int64 = 3

    /// The key in the form the chain keeps it.
    public enum Key: Sendable, Hashable {
        /// A public key over secp256k1.
        case eos(EOSPublicKey)
        /// The address of a key. Not the account's own address, which is that of a contract.
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
    /// Whether the chain says that the key is frozen: any status but 0.
    public let isFrozen: Bool

    /// A key and its status.
    public init(_ key: Key, isFrozen: Bool) {
        self.key = key
        self.isFrozen = isFrozen
    }
}
