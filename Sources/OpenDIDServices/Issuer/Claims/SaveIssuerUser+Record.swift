import HeraldJSON
import OpenDID_DataModel

extension SaveIssuerUser {
    /// The member names by which two requests of upstream name claims. Each is mapped to the end of the claim's code.
    private static let upstreamNames = [
        "firstname": "given_name", "lastname": "family_name", "birthdate": "birth_date", "address": "address",
        "licenseNum": "document_number", "issueDate": "issue_date", "userName": "user_name",
    ]

    /// The PII that upstream's demo sends for a user whose name the demo does not know: SHA-256 of `{}`. The page of release 2 that
    /// upstream's apps open always sends this PII together with the DID (did-demo-server V2.0.0, addVcInfo.html and
    /// DemoServiceImpl.saveUserInfo).
    private static let nobodysPII = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

    /// Members that the demo of release 2 sends beside the values. They are not values of claims.
    private static let demoNames: Set = ["vcSchemaId", "vcSchemaTitle", "vcSchemaIndex", "userInfo"]

    /// The record to store. Its values are the texts under ``claims``, under `fields`, and in other members that this type does not name.
    /// The demo of release 2 sends values under `fields`. If several of them contain a value, ``claims`` has the highest priority, and then
    /// `fields`.
    var user: IssuerUser {
        var values: [String: String] = [:]
        let members = unknownMembers.members.dictionary
        for part in [members, members["fields"]?.objectValue?.dictionary ?? [:]] {
            for (name, member) in part where name != "id" && !Self.demoNames.contains(name) {
                guard let text = member.stringValue else { continue }
                values[Self.upstreamNames[name] ?? name] = text
            }
        }
        // An empty DID means none, because the demo's pages send it for a user who has no DID yet, or who has a new phone.
        let isWithoutDID = did?.isEmpty == true
        return IssuerUser(
            pii: pii == Self.nobodysPII ? nil : pii, did: isWithoutDID ? nil : did, clearsDID: isWithoutDID,
            values: values.merging(claims ?? [:]) { $1 },
            translations: i18n ?? [:])
    }
}
