import HeraldJSON
import OpenDID_DataModel

/// Claims from the records that an operator stored (OpenDID sheet 5.2, `user` and `vc`).
struct StoredClaims: Sendable {
    let database: ServiceDatabase
    let seal: StorageSeal

    /// The record of a person: the one by PII with that by DID in it, where there are two.
    /// - Throws: ``ServiceError`` 00301 when nobody has this PII or DID, 00302 when the record belongs to another DID or another PII.
    func record(of subject: ClaimSubject) async throws -> UserRow {
        let seal = seal
        let (byPII, byDID) = try await database.read { db in
            let byPII = try subject.pii.flatMap { try UserRow.find(pii: $0, did: nil, in: db, seal) }
            return (byPII, byPII?.did == nil ? try UserRow.find(pii: nil, did: subject.did, in: db, seal) : nil)
        }
        guard let row = byPII ?? byDID else { throw ServiceError(IssuerError.userUnknown) }
        if let did = row.did, did != subject.did { throw IssuerError.holderInvalid("the user's record has another DID") }
        if let known = row.record.pii, let pii = subject.pii, known != pii { throw IssuerError.holderInvalid("the user's record has another PII") }
        // Upstream's demo says who somebody is by PII, and what else there is to know by DID.
        guard byPII != nil, let byDID, byDID.record.pii == nil else { return row }
        return row.adding(byDID)
    }

    /// The claims of a person that a schema asks for.
    /// - Throws: as ``record(of:)``.
    func claims(for subject: ClaimSubject, schema: VCSchema) async throws -> ClaimData {
        let row = try await record(of: subject)
        let items = schema.items
        func byCode(_ values: [String: String]) -> [String: String] {
            // A record may name a claim by its whole code or by the last part of it; the whole code counts first.
            let pairs = items.compactMap { item in (values[item.code] ?? values[item.definition.id]).map { (item.code, $0) } }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        return ClaimData(
            userID: row.userID, values: byCode(row.record.values), translations: row.record.translations.mapValues(byCode))
    }
}
