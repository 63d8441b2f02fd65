import OpenDID_DataModel

extension WalletVault {
    /// Returns every credential, in the order in which they were stored.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func credentials() throws(WalletError) -> [StoredCredential] {
        var found: [StoredCredential] = []
        var missing: [RowName] = []
        for name in try requireOpen().ledger.marks.keys where name.kind == .credential {
            if let known = try recalled(StoredCredential.self, name) {
                found.append(known)
            } else {
                missing.append(name)
            }
        }
        if !missing.isEmpty {
            let read = try reading { rows in
                try missing.map { name in (name, try rows.record(CredentialRecord.self, name)?.credential()) }
            }
            var size = found.reduce(0) { $0 + $1.bytes.count }
            for case (let name, let credential?) in read {
                found.append(credential)
                size += credential.bytes.count
                if size <= Self.rememberedCredentials { remember(credential, name) }
            }
        }
        return found.sorted { ($0.stored, $0.id) < ($1.stored, $1.id) }
    }

    /// The largest total size of the credentials that an open vault caches in decoded form, in bytes of their JSON text.
    private static let rememberedCredentials = 1 << 20

    /// Returns the issued credentials that were taken out of use, because the registry did not know them when the wallet asked it.
    func doubtfulCredentials() throws(WalletError) -> [StoredCredential] {
        try reading { rows in try rows.doubtfulCredentials().map { try $0.credential() } }
    }

    /// Returns the credential with this id, or `nil`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func credential(_ id: String) throws(WalletError) -> StoredCredential? {
        try reading { rows in try rows.record(CredentialRecord.self, rows.name(.credential, hiding: id))?.credential() }
    }
}
