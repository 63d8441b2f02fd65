import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// Checks of the signed messages that wallets and providers send. Each looks at the bytes that came, never at a model made of them.
struct MessageChecks: Sendable {
    /// The trust agent.
    let trustAgent: String
    let resolver: any DIDResolver
    let statuses: any CredentialStatusSource
    let now: UTCInstant

    /// A message that carries a nonce of its sender's making: fresh, signed as its kind demands, and to be remembered.
    /// - Parameters:
    ///   - signerStatus: the statuses in which the signer's DID counts.
    ///   - judgedLater: a member whose contents the caller looks at after the signature, each fault with its own code.
    /// - Throws: ``ServiceError``: `clientNonceInvalid` for a nonce that is not 16 bytes long, else as ``VerificationReport/require(_:code:)``.
    private func verifyOnce(
        _ kind: SignedMessage, _ document: SignedDocument, signer: String, nonce: String, signerStatus: DIDStatusRule = .activeOnly,
        code: ServiceErrorCode? = nil, judgedLater: String? = nil
    ) async throws(ServiceError) -> UsedNonces.Entry {
        guard let bytes = Self.nonce(nonce) else {
            throw TASError.clientNonceInvalid("\(kind.rawValue).nonce: \(SessionKey.nonceLength) bytes in multibase expected")
        }
        let policy = VerificationPolicy.standard(for: kind, signer: signer, signerStatus: signerStatus).acceptingNewestKeys()
            .adding([FreshProofRule(seconds: UsedNonces.memory)])
        let report = await policy.verify(document, at: now, resolver: resolver)
        if !report.isValid(but: judgedLater) { try report.require(kind.rawValue, code: code) }
        let created = report.proofs.map(\.proof.created).max() ?? now
        return UsedNonces.entry(kind.rawValue, signer: signer, nonce: bytes, created: created, now: now)
    }

    /// A client's half of a session (OpenDID sheet 5.5, S1): every failure is 16510. Whether the key is one shows when it is used.
    func sessionHalf(
        _ half: ReqEcdh, _ document: SignedDocument, signerStatus: DIDStatusRule
    ) async throws(ServiceError) -> UsedNonces.Entry {
        try await verifyOnce(
            .reqEcdh, document, signer: half.client, nonce: half.clientNonce, signerStatus: signerStatus, code: TASError.signatureInvalid,
            judgedLater: "publicKey")
    }

    /// The wallet behind a token, signed by the device that it names (OpenDID sheet 5.5, S4).
    func walletInfo(_ info: SignedWalletInfo, _ document: SignedDocument) async throws(ServiceError) -> UsedNonces.Entry {
        try await verifyOnce(.signedWalletInfo, document, signer: info.wallet.did, nonce: info.nonce)
    }

    /// The app behind a token, attested by an enrolled app provider (OpenDID sheet 5.5, S4).
    func appInfo(_ info: AttestedAppInfo, _ document: SignedDocument) async throws(ServiceError) -> UsedNonces.Entry {
        try requireSigner(info.provider.did, of: document)
        return try await verifyOnce(.attestedAppInfo, document, signer: info.provider.did, nonce: info.nonce)
    }

    /// The envelope around a holder's document that the device signed (OpenDID sheet 5.6, 5.11). What is inside is for the caller to judge.
    func signedDocument(_ envelope: SignedDIDDoc, _ document: SignedDocument) async throws(ServiceError) -> UsedNonces.Entry {
        try await verifyOnce(.signedDIDDoc, document, signer: envelope.wallet.did, nonce: envelope.nonce, judgedLater: "ownerDidDoc")
    }

    /// What another server has the registry change, signed with its `assert` key by whom it names.
    func registryChange(_ request: ChangeRegistry, _ document: SignedDocument) async throws(ServiceError) -> UsedNonces.Entry {
        guard let bytes = Self.nonce(request.nonce) else {
            throw TASError.clientNonceInvalid("nonce: \(SessionKey.nonceLength) bytes in multibase expected")
        }
        let report = await VerificationPolicy(rules: [
            SignerRule(.member(["provider", "did"])), PurposeRule(.assertionMethod), KeyNameRule(DIDKeyName.assert.rawValue),
            SignerStatusRule(), CurrentKeyRule(), DistinctProofsRule(), SingleProofRule(), FreshProofRule(seconds: UsedNonces.memory),
        ]).verify(document, at: now, resolver: resolver)
        try report.require("the change of the registry")
        let created = report.proofs.map(\.proof.created).max() ?? now
        return UsedNonces.entry("registryChange", signer: request.provider.did, nonce: bytes, created: created, now: now)
    }

    /// The bytes of a nonce of its sender's making; `nil` when it is not one.
    private static func nonce(_ text: String) -> [UInt8]? {
        guard let bytes = try? Multibase.decode(text, base58Limit: Multibase.shortLimit).bytes, bytes.count == SessionKey.nonceLength
        else { return nil }
        return bytes
    }

    /// A device's document in the envelope that its wallet provider signed (OpenDID sheet 5.4). The provider's nonce is any text.
    func attestation(_ envelope: AttestedDIDDoc, _ document: SignedDocument) async throws(ServiceError) {
        try requireSigner(envelope.provider.did, of: document)
        let policy = VerificationPolicy.standard(for: .attestedDIDDoc, signer: envelope.provider.did)
        let report = await policy.verify(document, at: now, resolver: resolver)
        try report.require(SignedMessage.attestedDIDDoc.rawValue)
        // The unsigned `did` that some providers add must not say something else than what is signed.
        if report.proofs.contains(where: { $0.form == .model }), let added = document[["did"]]?.string {
            let owner: DIDDocument
            do { owner = try envelope.openOwner().value } catch { throw TASError.documentUnreadable(error.reason) }
            guard added == owner.id else { throw TASError.signatureInvalid("did: it is not signed and is not the document's") }
        }
    }

    /// That somebody controls a DID (OpenDID sheet 5.7, 5.10, 5.11).
    /// - Parameters:
    ///   - did: who has to.
    ///   - nonce: the one that was given out.
    ///   - kind: of a user or of a provider.
    ///   - signerStatus: in which statuses the DID counts.
    ///   - keyVersions: how the version that the proof names has to fit the registered document.
    func didAuth(
        _ auth: DIDAuth, _ document: SignedDocument, of did: String, nonce: String, kind: SignedMessage = .didAuth,
        signerStatus: DIDStatusRule = .activeOnly, keyVersions: KeyVersionRule = .exact
    ) async throws(ServiceError) {
        guard auth.did == did else { throw TASError.didAuthInvalid("didAuth.did: it is not the DID of this transaction") }
        guard auth.proof.flatMap({ try? DIDURL($0.verificationMethod) })?.did == did else {
            throw TASError.didAuthInvalid("didAuth.proof.verificationMethod: a key URL of the DID expected")
        }
        guard let given = try? Multibase.decode(nonce).bytes,
              let received = try? Multibase.decode(auth.authNonce, base58Limit: Multibase.shortLimit).bytes,
              ConstantTime.equals(given, received) else {
            throw TASError.authNonceMismatch("didAuth.authNonce: it is not the nonce that was given out")
        }
        let policy = VerificationPolicy.standard(for: kind, signer: did, signerStatus: signerStatus, keyVersions: keyVersions)
            .acceptingNewestKeys()
        let report = await policy.verify(document, at: now, resolver: resolver)
        try report.require("didAuth")
    }

    /// The proofs that a DID document carries of its own keys (OpenDID sheet 5.4, 5.6, 5.11).
    func keyProofs(of document: SignedDocument, as kind: SignedMessage) async throws(ServiceError) {
        let report = await VerificationPolicy.standard(for: kind).acceptingNewestKeys().verify(document, at: now, resolver: resolver)
        try report.require("ownerDidDoc", code: TASError.keyProofInvalid)
    }

    /// A certificate of the trust agent's that gives a provider a role (OpenDID sheet 6.5): signed, in time, active, for this provider and role.
    /// - Parameter certificate: as it was issued.
    /// - Throws: ``ServiceError`` 18511.
    func certificate(_ certificate: [UInt8], of provider: String, role: RoleTypeEnum) async throws {
        let policy = VerificationPolicy.certificate(of: provider, role: role, issuers: [trustAgent], statuses: statuses)
        do {
            try await policy.verify(try SignedDocument(certificate), at: now, resolver: resolver).requireValid()
        } catch {
            throw TASError.certificateIssuer("\(role.rawValue): \(error)")
        }
    }

    /// Refuses a message that names one provider and is signed with another's key, before the signature is looked at (code 12007, OpenDID sheet 5.3).
    private func requireSigner(_ did: String, of document: SignedDocument) throws(ServiceError) {
        guard let text = document[["proof", "verificationMethod"]]?.string, let url = try? DIDURL(text) else { return }
        guard url.did == did else { throw TASError.providerMismatch("the proof is made with a key of another DID") }
    }
}
