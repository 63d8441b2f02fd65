import HeraldKeys

/// What is known of a vault while it is open, and forgotten when it is locked.
struct OpenStore: Sendable {
    /// 32 bytes, zeroed with the last copy.
    let vaultKey: SecretBytes
    let seal: RowSeal
    var ledger: RowLedger
    /// How many damaged rows of each kind were left out, when salvaging.
    var lost: [String: Int] = [:]
    /// What signers look at.
    let lease = KeyLease()
    /// What rows said that are read again and again, each with the mark of the row that said it: another mark is another row.
    var read: [RowName: (mark: [UInt8], value: any Sendable)] = [:]
}
