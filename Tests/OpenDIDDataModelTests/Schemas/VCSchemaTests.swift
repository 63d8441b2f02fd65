import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Credential schemas")
struct VCSchemaTests {
    /// Two namespaces, an optional claim, an image, and a document that is kept elsewhere.
    private var schema: VCSchema {
        var schema = DocumentsCast.schema(claims: 2)
        schema.credentialSubject.claims[0].items[1].required = false
        schema.credentialSubject.claims[0].items[0].hideValue = true
        schema.credentialSubject.claims[0].items[0].i18n = ["ko": "이름"]
        schema.credentialSubject.claims.append(
            .init(
                namespace: .init(id: "org.example.v2", name: "Files"),
                items: [
                    .init(id: "photo", caption: "Photo", type: .image, format: .jpg),
                    .init(id: "file", caption: "File", type: .document, format: .pdf, location: .remote),
                ]))
        return schema
    }

    private let values = [
        "org.example.v1.c0": "Kim", "org.example.v1.c1": "x", "org.example.v2.photo": "f00ff",
        "org.example.v2.file": "https://example.org/a.pdf",
    ]
    private let digests = ["org.example.v2.file": DigestSRI(of: [1])]

    @Test("claims come in the schema's order with its captions, types and formats, and with nothing else")
    func claims() throws {
        let claims = try schema.claims(from: values, digests: digests)
        #expect(
            claims.map(\.code) == [
                "org.example.v1.c0", "org.example.v1.c1", "org.example.v2.photo", "org.example.v2.file",
            ])
        #expect(
            claims[0].hideValue == true && claims[0].i18n == ["ko": .init(caption: "이름")] && claims[0].location == nil)
        #expect(claims[1].hideValue == false && claims[1].i18n == nil && claims[1].digestSRI == nil)
        #expect(claims[3].location == .remote && claims[3].digestSRI == digests["org.example.v2.file"]?.text)
        #expect(schema.errors(inClaims: claims).isEmpty)
    }

    @Test("a picture is written unchanged", arguments: ["data:image/jpeg;base64,/9j/", "/9j/", "m/9j/", "uAP8"])
    func picture(value: String) throws {
        let claims = try schema.claims(from: values.merging(["org.example.v2.photo": value]) { $1 }, digests: digests)
        #expect(claims[2].value == value)
        #expect(schema.errors(inClaims: claims).isEmpty)
    }

    @Test("an optional claim may be left out, and a required one may not")
    func required() throws {
        #expect(try schema.claims(from: values.filter { $0.key != "org.example.v1.c1" }, digests: digests).count == 3)
        let error = #expect(throws: DataModelError.self) {
            try schema.claims(from: values.filter { $0.key != "org.example.v1.c0" }, digests: digests)
        }
        #expect(error?.code == .missing)
    }

    @Test("values and digests without a claim, and a file without a digest, are refused")
    func surplus() {
        func code(_ values: [String: String], _ digests: [String: DigestSRI]) -> DataModelError.Code? {
            #expect(throws: DataModelError.self) { try schema.claims(from: values, digests: digests) }?.code
        }
        #expect(code(values.merging(["x.y": "1"]) { $1 }, digests) == .unknown)
        #expect(code(values, digests.merging(["x.y": DigestSRI(of: [])]) { $1 }) == .unknown)
        #expect(code(values, [:]) == .digest)
        #expect(code(values.merging(["org.example.v2.photo": "no multibase"]) { $1 }, digests) == .invalidValue)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let change: @Sendable (inout [VerifiableCredential.Claim]) -> Void
        var testDescription: String { field }
    }

    static let faults: [Fault] = [
        Fault(field: "credentialSubject.claims") { $0.removeFirst() },
        Fault(field: "credentialSubject.claims[0].code") { $0[0].code = "org.example.v1.c9" },
        Fault(field: "credentialSubject.claims[4].code") { $0.append($0[0]) },
        Fault(field: "credentialSubject.claims[1]") { $0.swapAt(0, 1) },
        Fault(field: "credentialSubject.claims[0].type") { $0[0].type = .document },
        Fault(field: "credentialSubject.claims[2].format") { $0[2].format = .png },
        Fault(field: "credentialSubject.claims[2].value") { $0[2].value = "?" },
        Fault(field: "credentialSubject.claims[3].location") { $0[3].location = .attach },
        Fault(field: "credentialSubject.claims[3].digestSRI") { $0[3].digestSRI = nil },
    ]

    @Test("the error names each claim that does not follow the schema", arguments: faults)
    func errors(_ fault: Fault) throws {
        var claims = try schema.claims(from: values, digests: digests)
        fault.change(&claims)
        #expect(schema.errors(inClaims: claims).map(\.field).contains(fault.field))
    }

    @Test("a written default equals an absent one")
    func defaults() throws {
        var claims = try schema.claims(from: values, digests: digests)
        claims[1].location = .inline
        claims[1].hideValue = nil
        #expect(schema.errors(inClaims: claims).isEmpty)
    }

    @Test("a presented credential may lack claims, but not their order")
    func presented() throws {
        let claims = try schema.claims(from: values, digests: digests)
        #expect(schema.errors(inClaims: [claims[1], claims[3]], coverage: .presented).isEmpty)
        #expect(!schema.errors(inClaims: [claims[3], claims[1]], coverage: .presented).isEmpty)
    }

    @Test(
        "any choice of claims is accepted when presented in order, and in no other order",
        arguments: 1...20 as ClosedRange<UInt64>)
    func choices(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let schema = DocumentsCast.schema(claims: 12)
        let all = try schema.claims(from: Dictionary(uniqueKeysWithValues: schema.items.map { ($0.code, "v") }))
        let chosen = all.filter { _ in Bool.random(using: &random) }
        #expect(schema.errors(inClaims: chosen, coverage: .presented).isEmpty)
        #expect(schema.errors(inClaims: chosen).count == 12 - chosen.count)
        let shuffled = chosen.shuffled(using: &random)
        #expect(schema.errors(inClaims: shuffled, coverage: .presented).isEmpty == (shuffled == chosen))
    }

    @Test("the error names the fault of a schema, which does no harm")
    func faulty() {
        var schema = schema
        schema.schema = "x"
        schema.credentialSubject.claims[0].namespace.id = ""
        schema.credentialSubject.claims[0].items[0].format = .pdf
        schema.credentialSubject.claims[1].items[1].id = "photo"
        #expect(
            schema.validationErrors().map(\.field) == [
                "@schema", "credentialSubject.claims[0].namespace.id", "credentialSubject.claims[0].items[0].format",
                "credentialSubject.claims[1].items[1].id",
            ])
        #expect(throws: DataModelError.self) { try schema.claims(from: values, digests: digests) }
        schema.credentialSubject.claims = []
        #expect(schema.validationErrors().map(\.field).contains("credentialSubject.claims"))
    }

    @Test("a claim's type and format have to match the schema's")
    func formats() {
        for type in ClaimType.allCases {
            for other in ClaimType.allCases where other != type {
                #expect(type.formats.isDisjoint(with: other.formats))
            }
        }
        #expect(Set(ClaimType.allCases.flatMap(\.formats)) == Set(ClaimFormat.allCases))
    }

    @Test("a schema inside a profile is read, and has to be the named one")
    func embedded() throws {
        let text = try MultibaseEnvelope.seal(schema, as: .base64url)
        #expect(try IssueProfile.Profile.CredentialSchema(id: schema.id, value: text).openSchema() == schema)
        #expect(try IssueProfile.Profile.CredentialSchema(id: schema.id).openSchema() == nil)
        typealias Filter = VerifyProfile.Profile.ProfileFilter.CredentialSchema
        #expect(try Filter(id: schema.id, value: text).openSchema() == schema)
        let error = #expect(throws: DataModelError.self) { try Filter(id: "http://other", value: text).openSchema() }
        #expect(error?.field == "value.@id")
    }

    @Test("a policy can require the schema's claims")
    func rule() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        func codes(_ schema: VCSchema) async throws -> [VerificationFailure.Code] {
            let policy = VerificationPolicy.standard(for: .credential).adding([ClaimsSchemaRule(schema)])
            return try await policy.verify(credential, at: DocumentsCast.now, resolver: cast.registry).failures.map(
                \.code)
        }
        #expect(try await codes(DocumentsCast.schema()).isEmpty)
        #expect(try await codes(DocumentsCast.schema(claims: 5)) == [.schema])
        #expect(try await codes(DocumentsCast.schema(id: "http://other")) == [.schema])
    }
}
