import OpenDID_DataModel

extension WalletVault {
    /// Every credential, in the order in which they were stored.
    public func credentials() throws(WalletError) -> [StoredCredential] {
        try reading { rows in try rows.credentials().map { try $0.credential() } }
    }

    /// Credentials that were issued, and of which the registry did not know when it was asked. They are out of use.
    func doubtfulCredentials() throws(WalletError) -> [StoredCredential] {
        try reading { rows in try rows.doubtfulCredentials().map { try $0.credential() } }
    }

    /// The credential with this id.
    public func credential(_ id: String) throws(WalletError) -> StoredCredential? {
        try reading { rows in try rows.record(CredentialRecord.self, rows.name(.credential, hiding: id))?.credential() }
    }
}
