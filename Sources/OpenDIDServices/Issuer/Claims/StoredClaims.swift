import HeraldJSON
import OpenDID_DataModel

/// Claims from the records that an operator stored (OpenDID sheet 5.2, `user` and `vc`).
struct StoredClaims: Sendable {
    let database: ServiceDatabase
    let seal: StorageSeal

    /// The record of a person.
    /// - Throws: ``ServiceError`` 00301 when nobody has this PII or DID, 00302 when the record belongs to another DID or another PII.
    func record(of subject: ClaimSubject) async throws -> UserRow {
        let seal = seal
        let row = try await database.read { db in try UserRow.find(pii: subject.pii, did: subject.did, in: db, seal) }
        guard let row else { throw ServiceError(IssuerError.userUnknown) }
        if let did = row.did, did != subject.did { throw IssuerError.holderInvalid("the user's record has another DID") }
        if let known = row.record.pii, let pii = subject.pii, known != pii { throw IssuerError.holderInvalid("the user's record has another PII") }
        return row
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

extension SaveIssuerUser {
    /// What upstream's two requests call their members, and the last part of the claim code that each becomes.
    private static let upstreamNames = [
        "firstname": "given_name", "lastname": "family_name", "birthdate": "birth_date", "address": "address",
        "licenseNum": "document_number", "issueDate": "issue_date",
    ]

    /// What release 2's demo sends beside the data.
    private static let demoNames: Set = ["vcSchemaId", "vcSchemaTitle", "vcSchemaIndex", "userInfo"]

    /// The record to store. Texts that stand beside the known members are values too; a value under ``claims`` counts first, and one under
    /// `fields`, as release 2's demo sends it, before the others.
    var user: IssuerUser {
        var values: [String: String] = [:]
        let members = unknownMembers.members.dictionary
        for part in [members, members["fields"]?.objectValue?.dictionary ?? [:]] {
            for (name, member) in part where name != "id" && !Self.demoNames.contains(name) {
                guard let text = member.stringValue else { continue }
                values[Self.upstreamNames[name] ?? name] = text
            }
        }
        return IssuerUser(pii: pii, did: did, values: values.merging(claims ?? [:]) { $1 }, translations: i18n ?? [:])
    }
}
