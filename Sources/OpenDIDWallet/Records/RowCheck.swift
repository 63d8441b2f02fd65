import OpenDID_DataModel

/// Checks that the content of a row can be decoded. Each kind of row contains values of one Swift type, and only this code lists these
/// types.
enum RowCheck {
    /// Checks one row.
    /// - Throws: ``WalletError`` with code `damaged` if the content cannot be read.
    static func check(_ bytes: [UInt8], kind: RowName.Kind) throws(WalletError) {
        switch kind {
        case .walletID: try read(String.self)
        case .allowedApps: try read([String].self)
        case .document, .pendingDocument: try read(DIDDocument.self)
        case .key, .pendingKey: try read(KeyRecord.self).check()
        case .pinAttempts: try read(AttemptRecord.self)
        case .credential: _ = try read(CredentialRecord.self).credential()
        case .journal: try read(JournalRecord.self)
        case .token: _ = try read(TokenRecord.self).token()
        case .user: try read(BoundUser.self)
        case .retired: try read(RetiredDocument.self).check()
        case .doubtful: _ = try read(CredentialRecord.self).credential()
        case .record: try read(StoredBytes.self)
        case .providerKeys: try read([ProviderKeys].self)
        case .ledger: try read(RowLedger.Stored.self)
        }

        @discardableResult
        func read<Record: Decodable>(_ type: Record.Type) throws(WalletError) -> Record {
            try StoredRecord.read(type, bytes, field: kind.rawValue)
        }
    }
}
