import OpenDID_DataModel

extension WalletVault {
    /// Returns every credential, in the order in which they were stored.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func credentials() throws(WalletError) -> [StoredCredential] {
        var all: [StoredCredential] = []
        var unread: [RowName] = []
        for name in try requireOpen().ledger.marks.keys where name.kind == .credential {
            if let known = try recalled(StoredCredential.self, name) { all.append(known) } else { unread.append(name) }
        }
        if !unread.isEmpty {
            let names = unread
            let read = try reading { rows in
                try names.compactMap { name in
                    try rows.record(CredentialRecord.self, name).map { (name, try $0.credential()) }
                }
            }
            for (name, credential) in read {
                all.append(credential)
                if isSmall(credential) { remember(credential, name) }
            }
        }
        return all.sorted { ($0.stored, $0.id) < ($1.stored, $1.id) }
    }

    /// The most bytes of credentials, as their issuers sent them, that are held in memory while the wallet is unlocked. A decoded credential
    /// takes several times as much.
    static let heldCredentials = 256 << 10

    /// True if a credential can be held in memory beside those that are held already.
    private func isSmall(_ credential: StoredCredential) -> Bool {
        let held = store?.read.values.reduce(0) { $0 + (($1.value as? StoredCredential)?.bytes.count ?? 0) } ?? 0
        return held + credential.bytes.count <= Self.heldCredentials
    }

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
