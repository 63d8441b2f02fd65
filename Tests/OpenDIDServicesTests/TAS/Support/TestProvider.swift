import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import TestSupport

/// A provider of another process, made of the wire module alone.
struct TestProvider: Sendable {
    let chance: SharedChance
    let keys: [DIDKeyName: SigningKey]
    let document: DIDDocument
    let role: RoleTypeEnum
    var certVcRef: String { "http://127.0.0.1:1/certificate-vc" }

    init(did: String, role: RoleTypeEnum, seed: UInt64, now: UTCInstant) throws {
        let chance = SharedChance(seed: seed)
        let names: [DIDKeyName] = [.assert, .auth, .keyagree]
        let keys = Dictionary(uniqueKeysWithValues: names.map { ($0, TestWallet.key(chance)) })
        (self.chance, self.keys, self.role) = (chance, keys, role)
        document = try DIDDocument(
            did: DID(did), controller: TestWallet.controller,
            keys: names.compactMap { name in keys[name].map { DIDKeyEntry(name, $0.verificationKey) } }, created: now)
    }

    func request(_ name: DIDKeyName, for purpose: ProofPurpose, at now: UTCInstant) throws -> ProofRequest {
        guard let key = keys[name] else { throw TestWalletError.noKey(name) }
        return ProofRequest(signer: key, keyID: name.rawValue, of: document, purpose: purpose, created: now)
    }

    /// Puts the provider into the registry, as the operator does before it enrols.
    func announce(in world: TrustAgentWorld) async throws {
        let signers = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value as any ProofSigner) })
        let proven = try await document.signed(as: .provider, with: signers, created: world.now)
        let body = RegisterTestEntity(
            id: "1", didDoc: try MultibaseEnvelope.seal(proven), role: role, name: "Test provider",
            certVcRef: certVcRef,
            serverUrl: "http://127.0.0.1:1/\(document.id)")
        let response = await world.services.handler.respond(
            to: ServiceRequest(
                method: "POST", path: "/tas/api/v1/register-entity", body: try body.canonicalBytes(), origin: .process))
        guard response.status == 200 else { throw Refusal("register-entity", response.status) }
    }

    /// The enrolment up to the session.
    func session(in world: TrustAgentWorld) async throws -> (_ProposeEnrollEntity, SessionChannel) {
        let opened: _ProposeEnrollEntity = try await world.send(
            OpenDIDEndpoints.TAS.proposeEnrolEntity, ProposeEnrollEntity(id: "1"))
        let key = chance.with { AgreementKey(curve: .secp256r1, using: &$0) }
        let half = try await ReqEcdh(
            client: document.id, clientNonce: Multibase.encode(chance.bytes(16), as: .base64),
            publicKey: Multibase.encode(key.compressedPublicKey, as: .base64), curve: .secp256r1
        )
        .signed(by: request(.keyagree, for: .keyAgreement, at: world.now))
        let answer: _RequestEcdh = try await world.send(
            OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: "2", txId: opened.txId, reqEcdh: half))
        return (opened, try TestWallet.channel(half, answer.accEcdh, key))
    }

    func didAuth(_ nonce: String, at now: UTCInstant) async throws -> DIDAuth {
        try await DIDAuth(did: document.id, authNonce: nonce).signed(by: request(.auth, for: .authentication, at: now))
    }

    /// The enrolment up to the certificate, which does not count yet.
    func certified(in world: TrustAgentWorld) async throws -> (txID: String, certificate: VerifiableCredential) {
        var (opened, channel) = try await session(in: world)
        let answer: _RequestEnrollEntity = try await world.send(
            OpenDIDEndpoints.TAS.requestEnrolEntity,
            RequestEnrollEntity(id: "3", txId: opened.txId, didAuth: try await didAuth(opened.authNonce, at: world.now))
        )
        let certificate = try channel.open(Multibase.decode(answer.encVc).bytes, iv: Multibase.decode(answer.iv).bytes)
        {
            try VerifiableCredential(jsonBytes: $0)
        }
        return (opened.txId, certificate)
    }

    /// The whole enrolment (OpenDID sheet 5.12).
    @discardableResult
    func enrol(in world: TrustAgentWorld) async throws -> VerifiableCredential {
        let (txID, certificate) = try await certified(in: world)
        let _: _ConfirmEnrollEntity = try await world.send(
            OpenDIDEndpoints.TAS.confirmEnrolEntity, ConfirmEnrollEntity(id: "4", txId: txID, vcId: certificate.id))
        return certificate
    }

    static func enrolled(in world: TrustAgentWorld, did: String, role: RoleTypeEnum, seed: UInt64) async throws
        -> TestProvider
    {
        let provider = try TestProvider(did: did, role: role, seed: seed, now: world.now)
        try await provider.announce(in: world)
        try await provider.enrol(in: world)
        return provider
    }
}

/// The body of `register-entity`.
struct RegisterTestEntity: Codable, Sendable, Jsonable {
    var id: String
    var didDoc: String
    var role: RoleTypeEnum
    var name: String
    var certVcRef: String
    var serverUrl: String
}
