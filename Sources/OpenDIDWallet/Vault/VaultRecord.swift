/// What an app keeps with the wallet under a name: sealed as everything in the vault is, and in its backup.
enum VaultRecord {
    /// Bytes.
    static let limit = 1 << 20

    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}

extension WalletVault {
    /// What the app keeps with the wallet under a name, such as where its servers are and whom it trusts: nobody without the vault's key
    /// reads or alters it, and a backup has it too.
    /// - Throws: ``WalletError`` `locked` or `damaged`.
    public func record(named name: String) throws(WalletError) -> [UInt8]? {
        try reading { rows in try rows.record(StoredBytes.self, RowName(.record, name))?.bytes }
    }

    /// Keeps something with the wallet under a name.
    /// - Parameters:
    ///   - bytes: at most 1 MiB; `nil` removes what is there.
    ///   - name: 1 to 64 of `a-z 0-9 . -`.
    /// - Throws: ``WalletError`` `parameter` or `locked`.
    public func setRecord(_ bytes: [UInt8]?, named name: String) async throws(WalletError) { try await commit([.setRecord(name, bytes)]) }
}
