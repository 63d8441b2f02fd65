import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Issuing credentials")
struct CredentialDraftTests {
    @Test("an issued credential verifies, whole and claim by claim", arguments: [false, true])
    func issued(secp256k1: Bool) async throws {
        var cast = try DocumentsCast(secp256k1: secp256k1)
        let credential = try await cast.credential()
        #expect(credential.issuanceDate == credential.proof.created && credential.validFrom == credential.proof.created)
        #expect(credential.$validUntil == DocumentsCast.now.adding(years: 1))
        #expect(credential.encoding == "UTF-8" && credential.formatVersion == "1.0" && credential.language == "ko")
        #expect(
            credential.type == ["VerifiableCredential"]
                && credential.claimCodes == (0..<4).map { "org.example.v1.c\($0)" })
        #expect(credential.proof.proofValueList?.count == 4 && credential.validationErrors().isEmpty)
        let report = try await VerificationPolicy.standard(for: .credential).verify(
            credential, at: DocumentsCast.now, resolver: cast.registry)
        #expect(report.isValid)
    }

    @Test("a draft is signed with its issuer's key, for assertion, and under its schema")
    func refused() async throws {
        let cast = try DocumentsCast()
        let schema = DocumentsCast.schema()
        let values = Dictionary(uniqueKeysWithValues: schema.items.map { ($0.code, "x") })
        let draft = CredentialDraft(
            id: "1", issuer: .init(id: cast.issuer.id), subject: cast.holder.id, schema: schema,
            claims: try schema.claims(from: values),
            evidence: DocumentsCast.evidence())
        func error(_ draft: CredentialDraft, _ request: ProofRequest) async -> DataModelError? {
            do {
                _ = try await draft.issued(by: request)
                return nil
            } catch {
                return error as? DataModelError
            }
        }
        let right = cast.request(cast.issuerKey, "assert", of: cast.issuer)
        #expect(await error(draft, right) == nil)
        #expect(await error(draft, cast.request(cast.issuerKey, "assert", of: cast.otherIssuer))?.code == .did)
        var wrong = right
        wrong.purpose = .authentication
        #expect(await error(draft, wrong)?.code == .purpose)
        var changed = draft
        changed.claims.removeLast()
        #expect(await error(changed, right)?.code == .missing)
        changed = draft
        changed.evidence = []
        #expect(await error(changed, right)?.field == "evidence")
        changed = draft
        changed.validUntil = DocumentsCast.now.advanced(by: .seconds(-1))
        #expect(await error(changed, right)?.field == "validUntil")
    }

    @Test("a wallet accepts only a credential of the profile's issuer and schema that is about its own holder")
    func kept() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let nonce = "f000102030405060708090a0b0c0d0e0f"
        func profile(issuer: String, schema: String) -> IssueProfile {
            IssueProfile(
                id: "profile", type: .IssueProfile, title: "Issue", encoding: "UTF-8", language: "ko",
                profile: .init(
                    issuer: .init(did: issuer, certVcRef: "http://127.0.0.1:8091/cert", name: "Issuer"),
                    credentialSchema: .init(id: schema),
                    process: .init(
                        endpoints: [],
                        reqE2e: .init(
                            nonce: nonce, curve: .secp256r1, publicKey: "z", cipher: .aes256CBC, padding: .pkcs5),
                        issuerNonce: nonce)))
        }
        func codes(_ profile: IssueProfile, holder: String, schema: VCSchema? = nil, late: Int64 = 0) async throws
            -> [VerificationFailure.Code]
        {
            let policy = VerificationPolicy.credential(issuedUnder: profile, to: holder, schema: schema)
            return try await policy.verify(
                credential, at: DocumentsCast.now.advanced(by: .seconds(late)), resolver: cast.registry
            )
            .failures.map(\.code)
        }
        let right = profile(issuer: cast.issuer.id, schema: DocumentsCast.schemaID)
        #expect(try await codes(right, holder: cast.holder.id, schema: DocumentsCast.schema()).isEmpty)
        #expect(try await codes(right, holder: "did:omn:someone") == [.holder])
        #expect(
            try await codes(
                profile(issuer: cast.otherIssuer.id, schema: DocumentsCast.schemaID), holder: cast.holder.id) == [
                    .signer
                ])
        #expect(
            try await codes(profile(issuer: cast.issuer.id, schema: "http://other"), holder: cast.holder.id) == [
                .schema
            ])
        #expect(try await codes(right, holder: cast.holder.id, schema: DocumentsCast.schema(claims: 5)) == [.schema])
        // One that begins later is kept all the same; one that is over is not.
        #expect(try await codes(right, holder: cast.holder.id, late: -40 * 86_400).isEmpty)
        #expect(try await codes(right, holder: cast.holder.id, late: 400 * 86_400) == [.expired])
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let change: @Sendable (inout VerifiableCredential) -> Void
        var testDescription: String { field }
    }

    static let faults: [Fault] = [
        Fault(field: "@context") { $0.context = [] },
        Fault(field: "id") { $0.id = "" },
        Fault(field: "type") { $0.type = ["CertificateVC"] },
        Fault(field: "issuer.id") { $0.issuer.id = "issuer" },
        Fault(field: "credentialSubject.id") { $0.credentialSubject.id = "" },
        Fault(field: "issuanceDate") { $0.issuanceDate = "" },
        Fault(field: "validUntil") { $0.validFrom = "9999-01-01T00:00:00Z" },
        Fault(field: "evidence") { $0.evidence = [] },
        Fault(field: "credentialSchema.id") { $0.credentialSchema.id = "" },
        Fault(field: "credentialSubject.claims") { $0.credentialSubject.claims = [] },
        Fault(field: "credentialSubject.claims[1].code") {
            $0.credentialSubject.claims[1].code = $0.credentialSubject.claims[0].code
        },
        Fault(field: "credentialSubject.claims[0].code") { $0.credentialSubject.claims[0].code = "" },
        Fault(field: "credentialSubject.claims[0].format") { $0.credentialSubject.claims[0].format = .png },
        Fault(field: "credentialSubject.claims[2].digestSRI") { $0.credentialSubject.claims[2].location = .attach },
        Fault(field: "credentialSubject.claims[2].digestSRI") { $0.credentialSubject.claims[2].digestSRI = "sha1-" },
        Fault(field: "credentialSubject.claims[3].value") {
            $0.credentialSubject.claims[3].type = .image
            $0.credentialSubject.claims[3].format = .jpg
        },
        Fault(field: "proof.proofPurpose") { $0.proof.proofPurpose = .authentication },
        Fault(field: "proof.proofValueList") {
            $0.proof.proofValue = nil
            $0.proof.proofValueList?.removeLast()
        },
        Fault(field: "proof.proofValue") {
            $0.proof.proofValue = nil
            $0.proof.proofValueList = nil
        },
    ]

    @Test("the error of each broken rule names the credential's member", arguments: faults)
    func validation(_ fault: Fault) async throws {
        var cast = try DocumentsCast()
        var credential = try await cast.credential()
        fault.change(&credential)
        #expect(credential.validationErrors().map(\.field).contains(fault.field))
        #expect(throws: DataModelError.self) { try credential.validate() }
    }
}
