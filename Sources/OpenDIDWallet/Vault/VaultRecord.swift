/// Data of the app that the vault stores under a name. The data is encrypted like everything in the vault, and backups contain it.
enum VaultRecord {
    /// The largest size of a record, in bytes.
    static let limit = 1 << 20

    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension WalletVault {
    /// Returns the data that the app stored under a name, such as the addresses of its servers and its trust anchors. The data cannot be
    /// read or changed without the vault's key, and a backup contains it.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func record(named name: String) throws(WalletError) -> [UInt8]? {
        try reading { rows in try rows.record(StoredBytes.self, RowName(.record, name))?.bytes }
    }

    /// Stores data of the app under a name.
    /// - Parameters:
    ///   - bytes: at most 1 MiB. `nil` deletes the data.
    ///   - name: 1 to 64 characters of `a-z 0-9 . -`.
    /// - Throws: ``WalletError`` with code `parameter` if an argument is not allowed, or with code `locked`.
    public func setRecord(_ bytes: [UInt8]?, named name: String) async throws(WalletError) {
        try await commit([.setRecord(name, bytes)])
    }
}
