import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import TestSupport

/// A registry in memory, with versions and statuses.
struct DocumentsRegistry: DIDResolver {
    var records: [String: DIDRecord] = [:]

    func resolve(_ did: String, versionId: String?) async -> ResolvedDID? {
        records[did]?.resolve(versionId: versionId)
    }
}

/// Statuses of credentials in memory.
struct DocumentsStatuses: CredentialStatusSource {
    var table: [String: CredentialStanding] = [:]

    func standing(ofCredential id: String) async -> CredentialStanding? { table[id] }
}

/// Two issuers, a TAS and a holder, with fresh keys from a seed.
struct DocumentsCast {
    static let now = UTCInstant(seconds: 1_790_000_000)
    static let schemaID = "http://127.0.0.1:8091/issuer/api/v1/vc/vcschema?name=person"
    static let certificateSchemaID = "http://127.0.0.1:8090/tas/api/v1/vc-schema?name=certificate"

    var random: SeededGenerator
    let tasKey: SigningKey
    let issuerKey: SigningKey
    let otherIssuerKey: SigningKey
    let pin: SigningKey
    let bio: SigningKey
    let agree: SigningKey
    let tas: DIDDocument
    let issuer: DIDDocument
    let otherIssuer: DIDDocument
    let holder: DIDDocument
    var registry = DocumentsRegistry()
    var statuses = DocumentsStatuses()

    init(seed: UInt64 = 1, secp256k1: Bool = false) throws {
        var random = SeededGenerator(seed: seed)
        func key() -> SigningKey {
            secp256k1 ? .secp256k1(Secp256k1PrivateKey(using: &random)) : .p256(P256PrivateKey(using: &random))
        }
        (tasKey, issuerKey, otherIssuerKey, pin, bio, agree) = (key(), key(), key(), key(), key(), key())
        let created = Self.now.advanced(by: .seconds(-86_400))
        func provider(_ did: String, _ key: SigningKey) throws -> DIDDocument {
            try DIDDocument(
                did: DID(did), controller: "did:omn:tas", keys: [DIDKeyEntry(.assert, key.verificationKey)],
                created: created)
        }
        tas = try provider("did:omn:tas", tasKey)
        issuer = try provider("did:omn:issuer", issuerKey)
        otherIssuer = try provider("did:omn:other", otherIssuerKey)
        holder = try DIDDocument(
            did: DID(randomBytes: random.bytes(DID.randomByteCount)), controller: "did:omn:tas",
            keys: [
                DIDKeyEntry(.keyagree, agree.verificationKey), DIDKeyEntry(.pin, pin.verificationKey),
                DIDKeyEntry(.bio, bio.verificationKey),
            ], created: created)
        self.random = random
        for document in [tas, issuer, otherIssuer, holder] {
            registry.records[document.id] = try DIDRecord(registering: document)
        }
    }

    static func schema(claims: Int = 4, id: String = DocumentsCast.schemaID) -> VCSchema {
        let items = (0..<claims).map {
            VCSchema.ClaimDef(id: "c\($0)", caption: "Claim \($0)", type: .text, format: .plain)
        }
        return VCSchema(
            id: id, schema: VCSchema.standardSchema, title: "Person", description: "A person",
            metadata: .init(language: "ko", formatVersion: "1.0"),
            credentialSubject: .init(claims: [
                .init(namespace: .init(id: "org.example.v1", name: "Example"), items: items)
            ]))
    }

    static func evidence(_ verifier: String = "did:omn:issuer") -> [VerifiableCredential.Evidence] {
        [
            .documentVerification(
                .init(
                    verifier: verifier, evidenceDocument: "BusinessLicense", subjectPresence: .physical,
                    documentPresence: .digital,
                    attribute: ["licenseNumber": "1234567890"]))
        ]
    }

    func request(_ key: SigningKey, _ name: String, of document: DIDDocument) -> ProofRequest {
        ProofRequest(signer: key, keyID: name, of: document, purpose: .assertionMethod, created: Self.now)
    }

    /// A credential about the holder; the registry knows it as active.
    mutating func credential(
        id: String = "c9669526-0000-4000-8000-d51942c5fac1", claims: Int = 4, other: Bool = false,
        schema: String = DocumentsCast.schemaID
    ) async throws -> VerifiableCredential {
        let schema = Self.schema(claims: claims, id: schema)
        let values = Dictionary(uniqueKeysWithValues: schema.items.map { ($0.code, "  value / \($0.code) 홍길동") })
        let (document, key) = other ? (otherIssuer, otherIssuerKey) : (issuer, issuerKey)
        let draft = CredentialDraft(
            id: id, issuer: .init(id: document.id, name: "Issuer"), subject: holder.id, schema: schema,
            claims: try schema.claims(from: values), evidence: Self.evidence(document.id))
        let credential = try await draft.issued(by: request(key, "assert", of: document))
        statuses.table[id] = CredentialStanding(VCMeta(of: credential, certVcRef: "http://127.0.0.1/certificate-vc"))
        return credential
    }

    /// The profile of a verifier.
    mutating func profile(
        _ schemas: [VerifyProfile.Profile.ProfileFilter.CredentialSchema], authType: VerifyAuthType? = nil
    ) -> VerifyProfile {
        let nonce = Multibase.encode(random.bytes(16), as: .base64)
        let channel = ReqE2e(
            nonce: nonce, curve: .secp256r1, publicKey: "z", cipher: .aes256CBC, padding: .pkcs5)
        return VerifyProfile(
            id: "profile", type: .VerifyProfile, title: "Show", encoding: "UTF-8", language: "ko",
            profile: .init(
                verifier: .init(did: "did:omn:verifier", certVcRef: "http://127.0.0.1:8092/cert", name: "Verifier"),
                filter: .init(credentialSchemas: schemas),
                process: .init(reqE2e: channel, verifierNonce: nonce, authType: authType)))
    }
}
