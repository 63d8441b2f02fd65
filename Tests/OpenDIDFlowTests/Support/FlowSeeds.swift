import OpenDIDServices
import OpenDID_DataModel

/// The data of a test's servers: one user, one plan of twelve claims in two languages, one terminal that asks for three of them.
enum FlowSeeds {
    static let pkgName = "org.herald.flowtests"
    static let appId = "AID202411abcdefghijk"
    static let user = "user01"
    static let pii = "19800101-Kim-Minji"
    static let planId = "vcplanid000000000001"
    static let namespace = "org.herald.v1.licence"

    /// Item, English caption, Korean caption, value, Korean value.
    static let items: [(id: String, caption: String, korean: String, value: String, translated: String?)] = [
        ("family_name", "Family name", "성", "Kim", "김"), ("given_name", "Given name", "이름", "Minji", "민지"),
        ("birth_date", "Date of birth", "생년월일", "1980-01-01", nil),
        ("address", "Address", "주소", "12 Hangang-daero, Seoul", "서울 한강대로 12"),
        ("licence_no", "Licence number", "면허번호", "11-19-174133-01", nil),
        ("class", "Class", "종류", "Class 1 ordinary", "1종보통"),
        ("issue_date", "Issued", "발급일", "2019-03-02", nil),
        ("aptitude_start", "Aptitude test from", "적성검사 시작", "2029-01-01", nil),
        ("aptitude_end", "Aptitude test until", "적성검사 끝", "2029-12-31", nil),
        ("authority", "Authority", "발급기관", "Seoul police", "서울지방경찰청"),
        ("serial", "Serial", "일련번호", "K3-7781", nil), ("condition", "Condition", "조건", "glasses", "안경"),
    ]

    static let required = ["family_name", "licence_no", "class"].map { "\(namespace).\($0)" }

    static var schema: VCSchema {
        VCSchema(
            id: "replaced", schema: VCSchema.standardSchema, title: "Driving licence",
            description: "A licence to drive",
            metadata: VCSchema.VCMetadata(language: "en", formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [
                VCSchema.Claim(
                    namespace: VCSchema.Namespace(id: namespace, name: "Licence"),
                    items: items.map {
                        VCSchema.ClaimDef(
                            id: $0.id, caption: $0.caption, type: .text, format: .plain, i18n: ["ko": $0.korean])
                    })
            ]))
    }

    static var seed: ServicesSeed {
        ServicesSeed(
            schemas: [SchemaSeed(name: "licence", schema: schema)],
            plans: [
                PlanSeed(
                    id: planId, name: "Driving licence", description: "A licence to drive", schema: "licence",
                    tags: ["licence"])
            ],
            allowedApps: [pkgName],
            users: [
                UserSeed(
                    userId: user, pii: pii,
                    claims: Dictionary(
                        uniqueKeysWithValues: items.map {
                            (
                                "\(namespace).\($0.id)",
                                UserSeed.ClaimValue($0.value, translations: $0.translated.map { ["ko": $0] } ?? [:])
                            )
                        }))
            ],
            verifications: [
                VerificationSeed(
                    device: "terminal01", service: "rental", title: "Car rental", schema: "licence",
                    requiredClaims: required,
                    authType: [.pin, .bio]),
                VerificationSeed(device: "terminal01", service: "any", title: "A licence", schema: "licence"),
                VerificationSeed(
                    device: "terminal01", service: "look", title: "A licence to look at", schema: "licence",
                    displayClaims: ["\(namespace).class", "\(namespace).nothing"]),
            ])
    }
}
