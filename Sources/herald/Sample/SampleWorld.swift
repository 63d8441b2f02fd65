import OpenDIDServices
import OpenDID_DataModel

/// The data with which `herald opendid --sample` and the demonstration start. It has an identity card with twelve claims in English and
/// Korean, a residence certificate, two users, and an entrance that requests three of the claims.
enum SampleWorld {
    /// The package name of the sample app.
    static let app = "org.herald.sample"
    /// The issuer of the reference deployment.
    static let issuer = "did:omn:issuer"
    /// The plan of the identity card.
    static let planID = "vcplanid000000000001"
    static let schemaName = "identity"
    static let namespace = "org.herald.identity.v1"
    static let residenceName = "residence"
    static let residenceNamespace = "org.herald.residence.v1"
    static let residenceClaims = ["family_name", "given_name", "address", "resident_since"]
    /// The claims for which the reference implementation's demo of release 1 has values (did-demo-server V1.0.0, SaveUserInfoReqDto). The
    /// sample's identity card requires no other claims, so that the users of that demo can get one.
    private static let demoClaims: Set = ["family_name", "given_name", "birth_date", "address", "document_number"]
    /// The claims that the verifier requests.
    static let askedClaims = ["given_name", "birth_date", "nationality"].map { "\(namespace).\($0)" }
    /// The ID of the terminal. Its service is ``service``.
    static let device = "gate-1"
    static let service = "entrance"

    static let seed = ServicesSeed(
        schemas: [
            SchemaSeed(name: schemaName, schema: schema(namespace, "Identity card", "Who somebody is", rows)),
            SchemaSeed(
                name: residenceName,
                schema: schema(
                    residenceNamespace, "Residence certificate", "Where somebody lives",
                    rows.filter { residenceClaims.contains($0.id) } + [portrait])),
        ],
        plans: [
            PlanSeed(
                id: planID, name: "Identity card", description: "Twelve claims about a person, in English and Korean",
                schema: schemaName,
                tags: ["identity"]),
            PlanSeed(
                id: "vcplanid000000000002", name: "Residence certificate",
                description: "Where somebody lives, and since when",
                schema: residenceName, tags: ["residence"]),
        ],
        allowedApps: [app], users: [alice, bob], verifications: verifications)

    /// A claim: its id, its caption in English and Korean, and the values of the two users, with the Korean form if there is one.
    private struct Row {
        let id: String
        let caption: (en: String, ko: String)
        let alice: UserSeed.ClaimValue
        let bob: UserSeed.ClaimValue
        var type = ClaimType.text
        var format = ClaimFormat.plain
    }

    /// The codes of an identity card's claims.
    static var codes: [String] { rows.map { "\(namespace).\($0.id)" } }

    private static let rows = [
        Row(id: "family_name", caption: ("Family name", "성"), alice: value("Hong", "홍"), bob: value("Kim", "김")),
        Row(
            id: "given_name", caption: ("Given name", "이름"), alice: value("Gildong", "길동"), bob: value("Cheolsu", "철수")),
        Row(id: "birth_date", caption: ("Date of birth", "생년월일"), alice: "1991-04-05", bob: "1984-11-30"),
        Row(
            id: "birth_place", caption: ("Place of birth", "출생지"), alice: value("Seoul", "서울"),
            bob: value("Busan", "부산")),
        Row(
            id: "nationality", caption: ("Nationality", "국적"), alice: value("Republic of Korea", "대한민국"),
            bob: value("Republic of Korea", "대한민국")),
        Row(id: "sex", caption: ("Sex", "성별"), alice: value("female", "여"), bob: value("male", "남")),
        Row(id: "height_cm", caption: ("Height in cm", "키"), alice: "168", bob: "177"),
        Row(
            id: "address", caption: ("Address", "주소"), alice: value("12 Sejong-daero, Seoul", "서울 세종대로 12"),
            bob: value("3 Haeundae-ro, Busan", "부산 해운대로 3")),
        Row(id: "document_number", caption: ("Document number", "문서 번호"), alice: "M12345678", bob: "M87654321"),
        Row(
            id: "issuing_authority", caption: ("Issuing authority", "발급 기관"), alice: value("Herald City", "헤럴드시"),
            bob: value("Herald City", "헤럴드시")),
        Row(id: "blood_group", caption: ("Blood group", "혈액형"), alice: "A", bob: "0"),
        Row(id: "resident_since", caption: ("Resident since", "거주 시작일"), alice: "2015-08-01", bob: "2009-02-15"),
    ]

    /// A picture of one pixel. Upstream's apps show pictures in this form (docs/opendid-stricter.md).
    private static let pixel: UserSeed.ClaimValue =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
    /// The portrait on the residence certificate.
    private static let portrait = Row(
        id: "portrait", caption: ("Portrait", "사진"), alice: pixel, bob: pixel, type: .image, format: .png)

    /// Alice. Her user id at the app provider and the issuer is `alice`.
    static let alice = UserSeed(userId: "alice", pii: "alice-0001", claims: claims(\.alice))
    /// Bob. His user id at the app provider and the issuer is `bob`.
    static let bob = UserSeed(userId: "bob", pii: "bob-0002", claims: claims(\.bob))

    /// Returns a person's values, by the last part of the claim's code. One record can therefore serve both credentials.
    private static func claims(_ person: KeyPath<Row, UserSeed.ClaimValue>) -> [String: UserSeed.ClaimValue] {
        Dictionary(uniqueKeysWithValues: (rows + [portrait]).map { ($0.id, $0[keyPath: person]) })
    }

    private static func value(_ english: String, _ korean: String) -> UserSeed.ClaimValue {
        UserSeed.ClaimValue(english, translations: ["ko": korean])
    }

    private static func schema(_ namespace: String, _ title: String, _ description: String, _ rows: [Row]) -> VCSchema {
        VCSchema(
            // The id is empty, because the issuer sets it to the URL under which it serves the schema.
            id: "", schema: VCSchema.standardSchema, title: title, description: description,
            metadata: VCSchema.VCMetadata(language: "en", formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [
                VCSchema.Claim(
                    namespace: VCSchema.Namespace(id: namespace, name: title),
                    items: rows.map {
                        VCSchema.ClaimDef(
                            id: $0.id, caption: $0.caption.en, type: $0.type, format: $0.format,
                            required: demoClaims.contains($0.id) ? nil : false, i18n: ["ko": $0.caption.ko])
                    })
            ]))
    }
}
