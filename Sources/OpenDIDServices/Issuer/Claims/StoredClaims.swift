import HeraldJSON
import OpenDID_DataModel

/// Reads claims from the records that an operator stored (OpenDID sheet 5.2, `user` and `vc`).
struct StoredClaims: Sendable {
    let database: any ServiceDatabase
    let seal: StorageSeal

    /// Returns the record of a person. If there are two records, one found by PII and one found by DID, the result combines both.
    /// - Throws: ``ServiceError`` 00301 if there is no record with this PII or DID, and 00302 if the record belongs to another DID or PII.
    func record(of subject: ClaimSubject) async throws -> UserRow {
        let seal = seal
        let (byPII, byDID) = try await database.read { rows in
            let byPII = try subject.pii.flatMap { try UserRow.find(pii: $0, did: nil, in: rows, seal) }
            return (byPII, byPII?.did == nil ? try UserRow.find(pii: nil, did: subject.did, in: rows, seal) : nil)
        }
        guard let row = byPII ?? byDID else { throw ServiceError(IssuerError.userUnknown) }
        if let did = row.did, did != subject.did {
            throw IssuerError.holderInvalid("the user's record has another DID")
        }
        if let known = row.record.pii, let pii = subject.pii, known != pii {
            throw IssuerError.holderInvalid("the user's record has another PII")
        }
        // The two records are combined, because upstream's demo stores the person's identity by PII and further data by DID.
        guard byPII != nil, let byDID, byDID.record.pii == nil else { return row }
        return row.adding(byDID)
    }

    /// Returns a person's claims that a schema names.
    /// - Throws: the errors of ``record(of:)``.
    func claims(for subject: ClaimSubject, schema: VCSchema) async throws -> ClaimData {
        let row = try await record(of: subject)
        let items = schema.items
        func byCode(_ values: [String: String]) -> [String: String] {
            // A record may name a claim by its whole code or by the last part of the code. If it contains both, the whole code has
            // priority.
            let pairs = items.compactMap { item in
                (values[item.code] ?? values[item.definition.id]).map { (item.code, $0) }
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        return ClaimData(
            userID: row.userID, values: byCode(row.record.values),
            translations: row.record.translations.mapValues(byCode))
    }
}
