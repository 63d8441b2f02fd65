import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// Signs and verifies OpenDID documents for another program. Each request and each answer is one JSON object on a line.
///
/// | `op` | Members | Answer besides `ok` |
/// | --- | --- | --- |
/// | `know` | `document`, `status` | – |
/// | `sign` | `type`, `document`, `created`, `keys`: [{`curve`, `private`, `method`, `purpose`, `base`}] | `document` |
/// | `verify` | `message`, `document`, `now`, optional `signer` and `double` | `valid`, `failures` |
///
/// `document` is a string, so that none of its bytes changes on the way. A document to be signed is decoded to its model.
struct OpenDIDPeer {
    private var registry = KnownDocuments()

    /// Answers one line.
    mutating func answer(_ line: String) async -> String {
        let answer: JSONValue
        do {
            answer = try await perform(JSONReader(JSONValue(parsing: line)))
        } catch {
            answer = ["ok": false, "error": .string("\(error)")]
        }
        return String(decoding: answer.serialized(), as: UTF8.self)
    }

    private mutating func perform(_ request: JSONReader) async throws -> JSONValue {
        let bytes = Array(try request.string("document").utf8)
        switch try request.string("op") {
        case "know":
            try registry.add(DIDDocument(jsonBytes: bytes), status: Self.named(request.string("status")))
            return ["ok": true]
        case "sign":
            let signed = try await Self.sign(bytes, as: request.string("type"), Self.proofRequests(request))
            return ["ok": true, "document": .string(String(decoding: signed, as: UTF8.self))]
        case "verify":
            let failures = try await verify(bytes, request)
            return ["ok": true, "valid": .bool(failures.isEmpty), "failures": .array(failures.map { .string($0) })]
        case let other:
            throw Refuted("unknown operation \(other)")
        }
    }

    private func verify(_ bytes: [UInt8], _ request: JSONReader) async throws -> [String] {
        let policy = VerificationPolicy.standard(
            for: try Self.named(request.string("message")), signer: try request.optionalString("signer"),
            acceptsDoubleHash: try request.optionalBool("double") ?? false)
        let now = try UTCInstant(request.string("now"))
        let document: SignedDocument
        do {
            document = try SignedDocument(bytes)
        } catch {
            return ["\(error)"]
        }
        let report = await policy.verify(document, at: now, resolver: registry)
        return report.isValid
            ? [] : report.failures.map(\.description) + (report.proofs.isEmpty ? ["nothing holds"] : [])
    }

    private static func proofRequests(_ request: JSONReader) throws -> [ProofRequest] {
        let created = try UTCInstant(request.string("created"))
        return try request.objects("keys").map { key in
            let secret = try Hex.decode(key.string("private"))
            let signer: SigningKey =
                switch try named(key.string("curve"), EllipticCurveType.self) {
                case .secp256r1: .p256(try P256PrivateKey(bytes: secret))
                case .secp256k1: .secp256k1(try Secp256k1PrivateKey(bytes: secret))
                }
            return ProofRequest(
                signer: signer, verificationMethod: try key.string("method"), purpose: try named(key.string("purpose")),
                created: created, encoding: try named(key.string("base")))
        }
    }

    private static func named<Name: RawRepresentable>(_ text: String, _: Name.Type = Name.self) throws -> Name
    where Name.RawValue == String {
        guard let name = Name(rawValue: text) else { throw Refuted("\(text) is no \(Name.self)") }
        return name
    }
}

/// The DID documents that the peer has received.
private struct KnownDocuments: DIDResolver {
    private var versions: [String: [ResolvedDID]] = [:]

    mutating func add(_ document: DIDDocument, status: DIDStatus) {
        versions[document.id, default: []].append(ResolvedDID(document: document, status: status))
    }

    func resolve(_ did: String, versionId: String?) -> ResolvedDID? {
        guard let known = versions[did], let newest = known.last else { return nil }
        guard let versionId else { return newest }
        // The status is the current one, whatever the version.
        return known.last { $0.document.versionId == versionId }.map {
            ResolvedDID(document: $0.document, status: newest.status)
        }
    }
}

extension OpenDIDPeer {
    private typealias Sign = @Sendable ([UInt8], [ProofRequest]) async throws -> [UInt8]

    private static func sign(_ bytes: [UInt8], as type: String, _ requests: [ProofRequest]) async throws -> [UInt8] {
        guard let sign = signers[type] else { throw Refuted("\(type) is no signed type") }
        return try await sign(bytes, requests)
    }

    private static let signers: [String: Sign] = [
        "DIDDocument": several(DIDDocument.self),
        "VerifiablePresentation": several(VerifiablePresentation.self),
        "ReqRevokeVc": several(ReqRevokeVc.self),
        "AttestedDIDDoc": one(AttestedDIDDoc.self),
        "SignedWalletInfo": one(SignedWalletInfo.self),
        "SignedDIDDoc": one(SignedDIDDoc.self),
        "InvokedDidDoc": one(InvokedDidDoc.self),
        "AttestedAppInfo": one(AttestedAppInfo.self),
        "WalletTokenData": one(WalletTokenData.self),
        "ServerTokenData": one(ServerTokenData.self),
        "ReqEcdh": one(ReqEcdh.self),
        "AccEcdh": one(AccEcdh.self),
        "ReqE2e": one(ReqE2e.self),
        "AccE2e": one(AccE2e.self),
        "DIDAuth": one(DIDAuth.self),
        "IssueProfile": one(IssueProfile.self),
        "VerifyProfile": one(VerifyProfile.self),
        "VerifiableCredential": { bytes, requests in
            try await VerifiableCredential(jsonBytes: bytes).signed(by: only(requests)).canonicalBytes()
        },
    ]

    private static func one<T: ProofContainer & Sendable>(_: T.Type) -> Sign {
        { bytes, requests in try await T(jsonBytes: bytes).signed(by: only(requests)).canonicalBytes() }
    }

    private static func several<T: ProofsContainer & Sendable>(_: T.Type) -> Sign {
        { bytes, requests in try await T(jsonBytes: bytes).signed(by: requests).canonicalBytes() }
    }

    private static func only(_ requests: [ProofRequest]) throws -> ProofRequest {
        guard let request = requests.first, requests.count == 1 else {
            throw Refuted("one key was expected, \(requests.count) are given")
        }
        return request
    }
}
