import HeraldKeys
import HeraldP256
import OpenDID_DataModel

@testable import OpenDIDServices

/// An issuer that is none of this process: its document, certificate and credentials are in the registry.
struct OtherIssuer: Sendable {
    static let did = "did:omn:licences"
    static let schemaID = "https://licences.test/vcschema?name=mdl"

    let world: IssuanceWorld
    let key: SigningKey
    let document: DIDDocument
    let schema: VCSchema

    /// - Parameters:
    ///   - isEnrolled: true if the trust agent has given the issuer a certificate.
    ///   - role: the role in the certificate.
    init(_ world: IssuanceWorld, isEnrolled: Bool = true, role: RoleTypeEnum = .Issuer) async throws {
        self.world = world
        let key = SigningKey.p256(world.chance.with { P256PrivateKey(using: &$0) })
        self.key = key
        document = try DIDDocument(
            did: DID(Self.did), controller: "did:omn:tas", keys: [DIDKeyEntry(.assert, key.verificationKey)],
            created: world.now)
        var schema = TestSchemas.schema(
            "Licence", namespace: TestSchemas.licenceNamespace, items: ["family_name", "given_name"])
        schema.id = Self.schemaID
        self.schema = schema
        try await world.register(document, role: .Issuer)
        var provider = RegisteredProvider(
            did: Self.did, role: .Issuer, name: "Licences", certVcRef: "https://licences.test/certificate-vc",
            baseURL: "https://licences.test")
        if isEnrolled {
            let certificate = try await certificate(role)
            try await world.registry.apply([
                .enterCredential(VCMeta(of: certificate, certVcRef: "https://tas.test"), at: world.now)
            ])
            provider.certificate = try certificate.canonicalBytes()
        }
        try await world.registry.save(provider)
    }

    var request: ProofRequest { request(ahead: 0) }

    private func request(ahead: Int64) -> ProofRequest {
        ProofRequest(
            signer: key, keyID: "assert", of: document, purpose: .assertionMethod,
            created: world.now.advanced(by: .seconds(ahead)))
    }

    static var evidence: [VerifiableCredential.Evidence] {
        [
            .documentVerification(
                VerifiableCredential.DocumentVerificationEvidence(
                    verifier: did, evidenceDocument: "Licence", subjectPresence: .physical, documentPresence: .physical)
            )
        ]
    }

    /// A certificate as the registry keeps it. Who reads it there takes the trust agent's signature for checked, so it has another one.
    private func certificate(_ role: RoleTypeEnum) async throws -> VerifiableCredential {
        var certificate = try await ProviderCertificate.draft(
            id: "certificate of licences", provider: Self.did, name: "Licences", role: role,
            issuer: VerifiableCredential.Issuer(id: Self.did), schemaID: "https://tas.test/vc-schema?name=certificate",
            evidence: Self.evidence
        ).issued(by: request)
        certificate.issuer.id = "did:omn:tas"
        return certificate
    }

    /// A licence, entered into the registry.
    /// - Parameter ahead: by how many seconds this issuer's clock is ahead.
    func issue(to holder: TestHolder, id: String = "licence 1", ahead: Int64 = 0) async throws -> VerifiableCredential {
        let values = [TestSchemas.licenceCode("family_name"): "Kim", TestSchemas.licenceCode("given_name"): "Lee"]
        let credential = try await CredentialDraft(
            id: id, issuer: VerifiableCredential.Issuer(id: Self.did), subject: holder.did, schema: schema,
            claims: schema.claims(from: values), evidence: Self.evidence
        ).issued(by: request(ahead: ahead))
        try await world.registry.apply([
            .enterCredential(VCMeta(of: credential, certVcRef: "https://licences.test"), at: world.now)
        ])
        return credential
    }
}
