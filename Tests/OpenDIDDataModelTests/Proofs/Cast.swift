import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import Synchronization

/// Somebody with a DID, keys by name, and a DID document.
struct Actor: Sendable {
    let did: String
    let keys: [String: SigningKey]
    var document: DIDDocument

    /// - Parameter uses: key names with the purposes that list them.
    init(_ did: String, _ uses: KeyValuePairs<String, [ProofPurpose]>, seed: UInt8 = 1, secp256k1: Bool = false) throws
    {
        self.did = did
        var keys: [String: SigningKey] = [:]
        var methods: [DIDDocument.VerificationMethod] = []
        var lists: [ProofPurpose: [String]] = [:]
        for (place, (name, purposes)) in uses.enumerated() {
            let secret = [UInt8](repeating: seed, count: 31) + [UInt8(place + 1)]
            let key: SigningKey =
                secp256k1
                ? .secp256k1(try Secp256k1PrivateKey(bytes: secret)) : .p256(try P256PrivateKey(bytes: secret))
            keys[name] = key
            methods.append(
                DIDDocument.VerificationMethod(
                    id: name, type: key.verificationKey.keyType, controller: "did:omn:tas",
                    publicKeyMultibase: Multibase.encode(key.verificationKey.compressed, as: .base58btc),
                    authType: name == "pin" ? .pin : name == "bio" ? .bio : .free))
            for purpose in purposes { lists[purpose, default: []].append(name) }
        }
        self.keys = keys
        document = DIDDocument(
            context: ["https://www.w3.org/ns/did/v1"], id: did, controller: "did:omn:tas", verificationMethod: methods,
            assertionMethod: lists[.assertionMethod], authentication: lists[.authentication],
            keyAgreement: lists[.keyAgreement],
            capabilityInvocation: lists[.capabilityInvocation], created: "2026-01-01T00:00:00Z",
            updated: "2026-01-01T00:00:00Z",
            versionId: "1", deactivated: false)
    }

    func request(_ key: String, _ purpose: ProofPurpose = .assertionMethod, base: Multibase.Base = .base58btc) throws
        -> ProofRequest
    {
        guard let signer = keys[key] else { throw NoSuchKey(name: key) }
        return ProofRequest(
            signer: signer, keyID: key, of: document, purpose: purpose, created: Cast.signing, encoding: base)
    }
}

struct NoSuchKey: Error {
    let name: String
}

/// Everybody who signs in the flows, and what a registry says about them.
struct Cast: Sendable {
    static let signing = UTCInstant(seconds: 1_767_225_600)  // 2026-01-01T00:00:00Z
    static let now = UTCInstant(seconds: 1_781_524_800)  // 2026-06-15T12:00:00Z

    let tas, issuer, verifier, cas, wallet, device, holder: Actor

    init(secp256k1: Bool = false) throws {
        func provider(_ did: String, _ seed: UInt8) throws -> Actor {
            try Actor(
                did,
                [
                    "assert": [.assertionMethod], "auth": [.authentication], "keyagree": [.keyAgreement],
                    "invoke": [.capabilityInvocation],
                ],
                seed: seed, secp256k1: secp256k1)
        }
        tas = try provider("did:omn:tas", 1)
        issuer = try provider("did:omn:issuer", 2)
        verifier = try provider("did:omn:verifier", 3)
        cas = try provider("did:omn:cas", 4)
        wallet = try provider("did:omn:wallet", 5)
        device = try provider("did:omn:device", 6)
        holder = try Actor(
            "did:omn:holder",
            [
                "keyagree": [.keyAgreement], "pin": [.assertionMethod, .authentication],
                "bio": [.assertionMethod, .authentication],
            ],
            seed: 7, secp256k1: secp256k1)
    }

    var everybody: [Actor] { [tas, issuer, verifier, cas, wallet, device, holder] }
    var registry: Registry { Registry(everybody.map { ResolvedDID(document: $0.document, status: .activated) }) }
}

/// A table of DID documents; the newest is the last one of a DID.
struct Registry: DIDResolver {
    struct Unreachable: Error {}

    var entries: [ResolvedDID]
    var isReachable = true

    init(_ entries: [ResolvedDID]) { self.entries = entries }

    func resolve(_ did: String, versionId: String?) throws -> ResolvedDID? {
        guard isReachable else { throw Unreachable() }
        return entries.last { $0.document.id == did && (versionId == nil || $0.document.versionId == versionId) }
    }

    /// The same table with another document or status for one DID.
    func changing(_ did: String, status: DIDStatus? = nil, _ edit: (inout DIDDocument) -> Void = { _ in }) -> Registry {
        var registry = self
        registry.entries = entries.map { entry in
            guard entry.document.id == did else { return entry }
            var document = entry.document
            edit(&document)
            return ResolvedDID(document: document, status: status ?? entry.status)
        }
        return registry
    }
}

/// A table of credentials' statuses.
struct StatusTable: CredentialStatusSource {
    var statuses: [String: VCStatusEnum]
    /// The issuer that registered a credential, if it is not the cast's issuer.
    var issuers: [String: String] = [:]
    var isReachable = true

    func standing(ofCredential id: String) throws -> CredentialStanding? {
        guard isReachable else { throw Registry.Unreachable() }
        return statuses[id].map { CredentialStanding(status: $0, issuer: issuers[id] ?? "did:omn:issuer") }
    }
}
