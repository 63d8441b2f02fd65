import OpenDID_DataModel
import OpenDIDServices

/// The schemas and plans of these tests' issuers.
enum TestSchemas {
    static let identity = "national_id"
    static let licence = "mdl"
    static let register = "register"
    static let namespace = "org.opendid.v1.national_id"
    static let licenceNamespace = "org.iso.18013.5"
    static let registerNamespace = "org.example.register"

    /// Identity card: users and the issuer may start.
    static let identityPlan = "vcplanid000000000001"
    /// Driving licence: only with an offer.
    static let offerPlan = "vcplanid000000000002"
    /// Driving licence again: only users may start.
    static let userPlan = "vcplanid000000000003"
    /// For another issuer.
    static let foreignPlan = "vcplanid000000000004"

    /// Twelve claims: users may start.
    static let registerPlan = "vcplanid000000000005"

    /// The last one may be missing, and is.
    static let identityItems = ["family_name", "given_name", "birth_date", "nickname"]
    static let registerItems = (1...12).map { "entry_\($0)" }

    static func code(_ item: String) -> String { "\(namespace).\(item)" }
    static func registerCode(_ item: String) -> String { "\(registerNamespace).\(item)" }
    static func licenceCode(_ item: String) -> String { "\(licenceNamespace).\(item)" }

    static func schema(_ title: String, namespace: String, items: [String], language: String = "ko") -> VCSchema {
        VCSchema(
            id: "urn:test", schema: VCSchema.standardSchema, title: title, description: title,
            metadata: VCSchema.VCMetadata(language: language, formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [
                VCSchema.Claim(
                    namespace: VCSchema.Namespace(id: namespace, name: title),
                    items: items.map { item in
                        VCSchema.ClaimDef(
                            id: item, caption: "항목 \(item)", type: .text, format: .plain,
                            required: item == "nickname" ? false : nil,
                            i18n: ["en": "item \(item)"])
                    })
            ]))
    }

    /// The tests' people, plans and policies.
    static func seed() -> ServicesSeed {
        let option = { (user: Bool, issuer: Bool) in
            VCPlan.Option(allowUserInit: user, allowIssuerInit: issuer, delegatedIssuance: false)
        }
        func person(_ name: String) -> [String: UserSeed.ClaimValue] {
            var claims: [String: UserSeed.ClaimValue] = [:]
            for (item, code) in identityItems.dropLast().map({ ($0, code($0)) })
                + registerItems.map({ ($0, registerCode($0)) })
            {
                claims[code] = UserSeed.ClaimValue("\(name)의 \(item)", translations: ["en": "\(item) of \(name)"])
            }
            for item in ["family_name", "given_name"] {
                claims[licenceCode(item)] = UserSeed.ClaimValue("\(name) \(item)")
            }
            return claims
        }
        return ServicesSeed(
            schemas: [
                SchemaSeed(name: identity, schema: schema("National ID", namespace: namespace, items: identityItems)),
                SchemaSeed(
                    name: register, schema: schema("Register", namespace: registerNamespace, items: registerItems)),
                SchemaSeed(
                    name: licence,
                    schema: schema("Licence", namespace: licenceNamespace, items: ["family_name", "given_name"])),
            ],
            plans: [
                PlanSeed(
                    id: identityPlan, name: "National ID", description: "Card", schema: identity,
                    option: option(true, true)),
                PlanSeed(
                    id: registerPlan, name: "Register", description: "Extract", schema: register,
                    option: option(true, false)),
                PlanSeed(
                    id: offerPlan, name: "Licence", description: "By offer", schema: licence,
                    option: option(false, true)),
                PlanSeed(
                    id: userPlan, name: "Licence", description: "By users", schema: licence, option: option(true, false)
                ),
                PlanSeed(
                    id: foreignPlan, name: "Other", description: "Of another issuer", schema: licence,
                    option: option(true, true),
                    allowedIssuers: ["did:omn:other"]),
            ],
            users: [
                UserSeed(userId: "alice", pii: "pii of alice", claims: person("Alice")),
                UserSeed(userId: "bob", pii: "pii of bob", claims: person("Bob")),
                UserSeed(userId: "carol", pii: "pii of carol"),
            ],
            verifications: [
                VerificationSeed(
                    device: "gate", service: "login", title: "Login", schema: identity,
                    requiredClaims: [code("family_name"), code("birth_date")], authType: [.pin, .bio]),
                VerificationSeed(
                    device: "gate", service: "whole", title: "Everything", schema: identity, presentAll: true),
                VerificationSeed(
                    device: "gate", service: "both", title: "Card and licence", schema: identity,
                    requiredClaims: [code("family_name")]),
                VerificationSeed(
                    device: "gate", service: "both", title: "ignored", schema: licence,
                    requiredClaims: [licenceCode("given_name")]),
            ])
    }
}
