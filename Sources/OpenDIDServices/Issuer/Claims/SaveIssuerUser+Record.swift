import HeraldJSON
import OpenDID_DataModel

extension SaveIssuerUser {
    /// The member names in upstream's two requests, with the last part of the claim code that each stands for.
    private static let upstreamNames = [
        "firstname": "given_name", "lastname": "family_name", "birthdate": "birth_date", "address": "address",
        "licenseNum": "document_number", "issueDate": "issue_date", "userName": "user_name",
    ]

    /// The PII that upstream's demo sends for a user whose names it does not know: SHA-256 of `{}`. The page of release 2 that its apps open always
    /// sends it, together with the DID (did-demo-server V2.0.0, addVcInfo.html and DemoServiceImpl.saveUserInfo).
    private static let nobodysPII = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

    /// The members that release 2's demo sends in addition to the values.
    private static let demoNames: Set = ["vcSchemaId", "vcSchemaTitle", "vcSchemaIndex", "userInfo"]

    /// The record to store. Texts in unknown members are values as well. A value under ``claims`` has priority, then one under `fields`, where
    /// release 2's demo sends it.
    var user: IssuerUser {
        var values: [String: String] = [:]
        let members = unknownMembers.members.dictionary
        for part in [members, members["fields"]?.objectValue?.dictionary ?? [:]] {
            for (name, member) in part where name != "id" && !Self.demoNames.contains(name) {
                guard let text = member.stringValue else { continue }
                values[Self.upstreamNames[name] ?? name] = text
            }
        }
        // The demo's pages send an empty DID for a user who has none yet.
        return IssuerUser(
            pii: pii == Self.nobodysPII ? nil : pii, did: did?.isEmpty == true ? nil : did,
            values: values.merging(claims ?? [:]) { $1 },
            translations: i18n ?? [:])
    }
}
