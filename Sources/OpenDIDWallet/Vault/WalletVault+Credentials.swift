import OpenDID_DataModel

extension WalletVault {
    /// Returns every credential, in the order in which they were stored.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func credentials() throws(WalletError) -> [StoredCredential] {
        try reading { rows in try rows.credentials().map { try $0.credential() } }
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
