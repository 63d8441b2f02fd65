import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// Enrols a server over HTTP with the trust agent of another process (OpenDID sheet 5.12).
struct RemoteEnrolment: Sendable {
    private static let failed = ServiceErrorCode("", 500, "The trust agent does not answer.")
    let peers: PeerClient
    let registry: any RegistryAccess
    /// The time for which a server waits until the trust agent answers. Waiting is needed because processes that are started together
    /// become ready in any order.
    let timeout: Duration
    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]

    /// Waits until the trust agent answers, and checks that its registry answers too. It is called when a process starts.
    /// - Parameter trustAgent: the DID of the trust agent.
    /// - Throws: ``ServicesError`` `enrolment`.
    func reachRegistry(of trustAgent: String) async throws {
        do {
            try await waitForTrustAgent()
            _ = try await retries.run { try await registry.provider(trustAgent) }
        } catch {
            throw ServicesError(
                .enrolment, field: "addresses.tas", reason: "the trust agent's registry is not available: \(error)")
        }
    }

    /// Ensures that the server has a certificate. A valid certificate is not replaced. If the trust agent is not available for now, a step
    /// is repeated, until ``timeout`` has passed.
    /// - Throws: ``ServicesError`` `enrolment`.
    func enrol(_ identity: ProviderIdentity, baseURL: String) async throws {
        guard let role = identity.role.certificateRole else { return }
        do {
            if try await retries.run({ try await isEnrolled(identity, baseURL: baseURL) }) { return }
            try await apply(identity, role: role, baseURL: baseURL)
        } catch {
            throw ServicesError(
                .enrolment, field: identity.role.rawValue, reason: "the trust agent did not enrol the server: \(error)")
        }
    }

    private var retries: StartRetries { StartRetries(timeout: timeout) }

    /// Waits until the trust agent answers, or until ``timeout`` has passed. In the second case, the next call to the trust agent reports
    /// the error.
    private func waitForTrustAgent() async throws {
        let end = ContinuousClock.now.advanced(by: timeout)
        while ContinuousClock.now < end {
            let certificate = try? await peers.call(
                OpenDIDEndpoints.certificate(of: .tas), ServiceQuery(), unreachable: Self.failed)
            if certificate != nil { return }
            try await Task.sleep(for: StartRetries.pause)
        }
    }

    private func apply(_ identity: ProviderIdentity, role: RoleTypeEnum, baseURL: String) async throws {
        let document = try await identity.provenDocument(created: now())
        let _: _RegisterEntity = try await call(
            OpenDIDEndpoints.TAS.registerEntity,
            RegisterEntity(
                id: messageID(), didDoc: try MultibaseEnvelope.seal(document), role: role, name: identity.name,
                certVcRef: identity.certVcRef, serverUrl: baseURL))
        let proposed = try await call(
            OpenDIDEndpoints.TAS.proposeEnrolEntity, ProposeEnrollEntity(id: messageID()))
        var channel = try await agree(identity, txId: proposed.txId)
        let auth = try await identity.sign(
            DIDAuth(did: identity.did, authNonce: proposed.authNonce), with: .auth, created: now())
        let answer = try await call(
            OpenDIDEndpoints.TAS.requestEnrolEntity,
            RequestEnrollEntity(id: messageID(), txId: proposed.txId, didAuth: auth))
        let iv = try Multibase.decode(answer.iv, base58Limit: Multibase.shortLimit).bytes
        let certificate = try channel.open(Multibase.decode(answer.encVc).bytes, iv: iv) {
            try VerifiableCredential(jsonBytes: $0)
        }
        _ = try await call(
            OpenDIDEndpoints.TAS.confirmEnrolEntity,
            ConfirmEnrollEntity(id: messageID(), txId: proposed.txId, vcId: certificate.id))
    }

    /// Calls the trust agent, and repeats the call if the trust agent is not available for now. The bytes are the same, so a step whose answer was
    /// lost is not done twice, and no second certificate is issued.
    private func call<Q: Encodable & Sendable, R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q
    ) async throws -> R {
        try await retries.run { try await peers.call(endpoint, request, unreachable: Self.failed) }
    }

    private func agree(_ identity: ProviderIdentity, txId: String) async throws -> SessionChannel {
        var generator = BytesGenerator(random)
        let key = AgreementKey(curve: .secp256r1, using: &generator)
        let clientNonce = random(SessionKey.nonceLength)
        let request = try await identity.sign(
            ReqEcdh(
                client: identity.did, clientNonce: Multibase.encode(clientNonce, as: .base58btc),
                publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc), curve: .secp256r1),
            with: .keyagree, created: now())
        let answer = try await call(
            OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: messageID(), txId: txId, reqEcdh: request)
        ).accEcdh
        guard let cipher = answer.cipherType, let padding = answer.paddingType else {
            throw ServicesError(.enrolment, field: "accEcdh", reason: "the cipher is not known")
        }
        let report = try await VerificationPolicy.standard(for: .accEcdh).verify(answer, at: now(), resolver: registry)
        try report.requireValid()
        return try SessionChannel(
            secret: key.agree(with: Multibase.decode(answer.publicKey, base58Limit: Multibase.shortLimit).bytes),
            clientNonce: clientNonce,
            serverNonce: Multibase.decode(answer.serverNonce, base58Limit: Multibase.shortLimit).bytes, cipher: cipher,
            padding: padding)
    }

    private func isEnrolled(_ identity: ProviderIdentity, baseURL: String) async throws -> Bool {
        guard let provider = try await registry.provider(identity.did), let bytes = provider.certificate,
            provider.certVcRef == identity.certVcRef, provider.baseURL == baseURL, provider.name == identity.name,
            let certificate = try? JSONModelDecoder().decode(VerifiableCredential.self, from: bytes),
            let end = certificate.$validUntil, end > now()
        else { return false }
        return try await registry.standing(ofCredential: certificate.id)?.status == .ACTIVE
    }

    private func messageID() -> String { MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)) }
}
