import HeraldKeys

/// The data of an open vault. It is discarded when the vault is locked.
struct OpenStore: Sendable {
    /// The vault's key, 32 bytes, which are zeroed when the last copy is released.
    let vaultKey: SecretBytes
    let seal: RowSeal
    var ledger: RowLedger
    /// The number of damaged rows of each kind that were left out when salvaging.
    var lost: [String: Int] = [:]
    /// The validity of the signers that callers have received.
    let lease = KeyLease()
    /// A cache of rows that are read often, each with the mark of its row. If the mark differs, the row has changed.
    var read: [RowName: (mark: [UInt8], value: any Sendable)] = [:]
}
