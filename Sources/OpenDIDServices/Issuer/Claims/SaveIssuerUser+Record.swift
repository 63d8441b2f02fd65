import HeraldJSON
import OpenDID_DataModel

extension SaveIssuerUser {
    /// What upstream's two requests call their members, and the last part of the claim code that each becomes.
    private static let upstreamNames = [
        "firstname": "given_name", "lastname": "family_name", "birthdate": "birth_date", "address": "address",
        "licenseNum": "document_number", "issueDate": "issue_date", "userName": "user_name",
    ]

    /// What upstream's demo has for the PII of somebody whose names it was not told: SHA-256 of `{}`. The page of release 2 that its apps
    /// open sends it for everybody, beside the DID (did-demo-server V2.0.0, addVcInfo.html and DemoServiceImpl.saveUserInfo).
    private static let nobodysPII = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

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
        // The demo's pages send an empty DID for somebody who has none yet.
        return IssuerUser(
            pii: pii == Self.nobodysPII ? nil : pii, did: did?.isEmpty == true ? nil : did, values: values.merging(claims ?? [:]) { $1 },
            translations: i18n ?? [:])
    }
}
