import HeraldJSON

/// The record of a person, which can be found by PII or DID. Its contents are personal data. They are encrypted in the database, and the
/// description does not contain them. The PII is found by a keyed hash.
struct UserRow: Sendable, Hashable, Unprinted {
    /// The data of the person.
    struct Record: Sendable, Hashable, Codable, Unprinted {
        var pii: String?
        var values: [String: String]
        var translations: [String: [String: String]]

        mutating func add(values new: [String: String], translations others: [String: [String: String]]) {
            values.merge(new) { $1 }
            translations.merge(others) { old, new in old.merging(new) { $1 } }
        }
    }

    let userID: String
    let did: String?
    private(set) var record: Record

    /// Returns the keyed hash by which a person's PII is found.
    static func index(_ pii: String, _ seal: StorageSeal) -> String { seal.index(pii, of: "issuer/pii") }

    /// Returns the person with this PII. If there is none, returns the person with this DID.
    static func find(pii: String?, did: String?, in rows: any IssuerUserTable, _ seal: StorageSeal) throws -> UserRow? {
        if let pii, let user = try rows.issuerUser(piiIndex: index(pii, seal)) { return try UserRow(user, seal) }
        return try did.flatMap { try rows.issuerUser(did: $0) }.map { try UserRow($0, seal) }
    }

    /// Returns this record with the data of another record added. If both records contain a value, the value of `other` has priority.
    func adding(_ other: UserRow) -> UserRow {
        var row = self
        row.record.add(values: other.record.values, translations: other.record.translations)
        return row
    }

    /// Stores or changes a person's record. Stored values and translations are not deleted if `user` does not name them. If one record has
    /// only the PII and another record has only the DID, both are combined.
    /// - Returns: false if the PII and the DID belong to two persons.
    static func save(_ user: IssuerUser, newID: String, in rows: any IssuerTables, _ seal: StorageSeal) throws -> Bool {
        let byPII = try user.pii.flatMap { try find(pii: $0, did: nil, in: rows, seal) }
        let byDID = try user.did.flatMap { try find(pii: nil, did: $0, in: rows, seal) }
        var known = byPII ?? byDID
        if let byPII, let byDID, byPII.userID != byDID.userID {
            guard byPII.did == nil, byDID.record.pii == nil else { return false }
            known = byPII.adding(byDID)
            try rows.deleteIssuerUser(byDID.userID)
            try rows.moveCredentials(ofUser: byDID.userID, to: byPII.userID)
        }
        if let pii = user.pii, let old = known?.record.pii, old != pii { return false }
        let id = known?.userID ?? newID
        var record = known?.record ?? Record(values: [:], translations: [:])
        record.pii = user.pii ?? record.pii
        record.add(values: user.values, translations: user.translations)
        let sealed = try seal.seal(try JSONModelEncoder().canonicalBytes(record), at: place(id))
        try rows.saveIssuerUser(
            SealedUser(
                userID: id, piiIndex: record.pii.map { index($0, seal) },
                did: user.did ?? (user.clearsDID ? nil : known?.did), record: sealed))
        return true
    }

    private init(_ user: SealedUser, _ seal: StorageSeal) throws {
        (userID, did) = (user.userID, user.did)
        record = try JSONModelDecoder().decode(
            Record.self, from: seal.open(user.record, at: Self.place(user.userID)))
    }

    private static func place(_ userID: String) -> String { "issuer/user/\(userID)" }
}
