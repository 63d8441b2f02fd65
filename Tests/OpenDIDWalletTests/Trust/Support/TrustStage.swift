import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDIDWallet
import OpenDID_DataModel
import Synchronization

/// A trust agent and an issuer with a certificate, behind a gateway that can be made to lie.
final class TrustStage: ServiceTransport {
    static let now = UTCInstant(seconds: 1_790_000_000)
    static let base = "http://127.0.0.1:8090"
    static let issuer = Provider(did: "did:omn:issuer", certVcRef: base + "/issuer/api/v1/certificate-vc")

    struct World {
        var documents: [String: DIDDocument] = [:]
        var statuses: [String: VCMeta] = [:]
        var certificate: [UInt8] = []
        var asked: [String] = []
        var isDown = false
    }

    let world = Mutex(World())
    let tasKey = SigningKey.p256(P256PrivateKey())

    init(role: RoleTypeEnum = .Issuer, subject: String = "did:omn:issuer", signedBy other: SigningKey? = nil)
        async throws
    {
        let tas = try Self.document("did:omn:tas", tasKey)
        let issuer = try Self.document("did:omn:issuer", .p256(P256PrivateKey()))
        let draft = try ProviderCertificate.draft(
            id: "6c7f0a4e-0000-4000-8000-000000000001", provider: subject, name: "Issuer", role: role,
            issuer: VerifiableCredential.Issuer(id: tas.id),
            schemaID: Self.base + "/tas/api/v1/vc-schema?name=certificate",
            evidence: [
                .documentVerification(
                    VerifiableCredential.DocumentVerificationEvidence(
                        verifier: tas.id, evidenceDocument: "BusinessLicense", subjectPresence: .physical,
                        documentPresence: .physical))
            ])
        let certificate = try await draft.issued(
            by: ProofRequest(
                signer: other ?? tasKey, keyID: "assert", of: tas, purpose: .assertionMethod,
                created: Self.now.advanced(by: .seconds(-60))))
        let bytes = try certificate.canonicalBytes()
        world.withLock { world in
            world.documents = [tas.id: tas, issuer.id: issuer]
            world.statuses = [certificate.id: VCMeta(of: certificate, certVcRef: Self.base)]
            world.certificate = bytes
        }
    }

    static func document(_ did: String, _ key: SigningKey) throws -> DIDDocument {
        try DIDDocument(
            did: DID(did), controller: "did:omn:tas", keys: [DIDKeyEntry(.assert, key.verificationKey)],
            created: now.advanced(by: .seconds(-86_400)))
    }

    func trust(
        pinned: Set<VerificationKey>? = nil, providers pins: [String: Set<VerificationKey>] = [:],
        lifetime: Duration = .seconds(300),
        memory: any ProviderKeyMemory = RecentProviderKeys(),
        now: @escaping @Sendable () -> UTCInstant = { TrustStage.now }
    ) throws -> GatewayTrust {
        GatewayTrust(
            anchors: TrustAnchors(tas: "did:omn:tas", keys: pinned, providerKeys: pins, lifetime: lifetime),
            addresses: try addresses(),
            transport: self, providers: memory, now: now)
    }

    func addresses() throws -> ServiceAddresses {
        guard let url = URLText.url(Self.base) else { throw TransportFailure(.malformedURL, reason: Self.base) }
        return ServiceAddresses(all: url)
    }

    var asked: [String] { world.withLock { $0.asked } }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        let state = world.withLock { world in
            world.asked.append(call.path)
            return world
        }
        if state.isDown { throw TransportFailure(.cannotConnect, reason: "down") }
        let value = call.url.split(separator: "=").last.map(String.init) ?? ""
        switch call.path {
        case "/issuer/api/v1/certificate-vc": return ServiceAnswer(status: 200, body: state.certificate)
        case "/api-gateway/api/v1/did-doc":
            let did = value.replacing("%3A", with: ":")
            let found = state.documents.first {
                did == $0.key || call.url.contains($0.key.replacing(":", with: "%3A"))
            }?.value
            guard let found else { return Self.refusal("SSRVAGW00301") }
            return ServiceAnswer(status: 200, body: try DIDDocVO(document: found).canonicalBytes())
        case "/api-gateway/api/v1/vc-meta":
            guard let meta = state.statuses[value] else { return Self.refusal("SSRVAGW00401") }
            return ServiceAnswer(
                status: 200, body: try VCMetaVO(vcId: value, vcMeta: MultibaseEnvelope.seal(meta)).canonicalBytes())
        default: return Self.refusal("SSRVAGW99999")
        }
    }

    private static func refusal(_ code: String) -> ServiceAnswer {
        ServiceAnswer(status: 400, body: Array(#"{"code":"\#(code)","description":"no"}"#.utf8))
    }
}
