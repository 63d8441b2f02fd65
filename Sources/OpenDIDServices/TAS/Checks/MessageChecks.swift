import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// Checks signed messages of wallets and servers. Signatures are checked over the received bytes, never over a decoded and encoded copy.
struct MessageChecks: Sendable {
    /// The DID of the trust agent.
    let trustAgent: String
    let resolver: any DIDResolver
    let statuses: any CredentialStatusSource
    let now: UTCInstant

    /// Checks a message with a nonce that its sender chose. The message must be recent, and must be signed as its kind requires. Returns
    /// the entry for the nonce, which the caller stores.
    /// - Parameters:
    ///   - signerStatus: the accepted statuses of the signer's DID. Defaults to active ones only.
    ///   - code: the error code for all failures of the verification. By default, each kind of failure has a code of
    ///     its own.
    ///   - judgedLater: a member whose contents the caller checks after the signature, because the faults in it have
    ///     codes of their own.
    /// - Throws: ``ServiceError``: `clientNonceInvalid` for a nonce that is not 16 bytes long, otherwise as ``VerificationReport/require(_:code:)``.
    private func verifyOnce(
        _ kind: SignedMessage, _ document: SignedDocument, signer: String, nonce: String,
        signerStatus: DIDStatusRule = .activeOnly,
        code: ServiceErrorCode? = nil, judgedLater: String? = nil
    ) async throws(ServiceError) -> UsedNonce {
        guard let bytes = Self.nonce(nonce) else {
            throw TASError.clientNonceInvalid(
                "\(kind.rawValue).nonce: \(SessionKey.nonceLength) bytes in multibase expected")
        }
        let policy = VerificationPolicy.standard(for: kind, signer: signer, signerStatus: signerStatus)
            .acceptingNewestKeys()
            .adding([FreshProofRule(age: UsedNonces.memory)])
        let report = await policy.verify(document, at: now, resolver: resolver)
        if !report.isValid(but: judgedLater) { try report.require(kind.rawValue, code: code) }
        let created = report.proofs.map(\.proof.created).max() ?? now
        return UsedNonces.entry(kind.rawValue, signer: signer, nonce: bytes, created: created, now: now)
    }

    /// Checks a client's half of a session's key agreement (OpenDID sheet 5.5, S1). Every failure of the verification has the code 16510.
    /// An invalid public key is detected only later, when the key is used.
    func sessionHalf(
        _ half: ReqEcdh, _ document: SignedDocument, signerStatus: DIDStatusRule
    ) async throws(ServiceError) -> UsedNonce {
        try await verifyOnce(
            .reqEcdh, document, signer: half.client, nonce: half.clientNonce, signerStatus: signerStatus,
            code: TASError.signatureInvalid,
            judgedLater: "publicKey")
    }

    /// Checks the part of a request for a server token that identifies the wallet. The device that this part names must have signed it
    /// (OpenDID sheet 5.5, S4).
    func walletInfo(_ info: SignedWalletInfo, _ document: SignedDocument) async throws(ServiceError) -> UsedNonce {
        try await verifyOnce(.signedWalletInfo, document, signer: info.wallet.did, nonce: info.nonce)
    }

    /// Checks the part of a request for a server token that identifies the app. An enrolled app provider must have attested this part
    /// (OpenDID sheet 5.5, S4).
    func appInfo(_ info: AttestedAppInfo, _ document: SignedDocument) async throws(ServiceError) -> UsedNonce {
        try requireSigner(info.provider.did, of: document)
        return try await verifyOnce(.attestedAppInfo, document, signer: info.provider.did, nonce: info.nonce)
    }

    /// Checks the envelope of a holder's document, which the device signed (OpenDID sheet 5.6, 5.11). The caller must check the document
    /// itself.
    func signedDocument(_ envelope: SignedDIDDoc, _ document: SignedDocument) async throws(ServiceError)
        -> UsedNonce
    {
        try await verifyOnce(
            .signedDIDDoc, document, signer: envelope.wallet.did, nonce: envelope.nonce, judgedLater: "ownerDidDoc")
    }

    /// Checks another server's request to change the registry. The server that the request names must have signed it with its `assert` key.
    func registryChange(_ request: ChangeRegistry, _ document: SignedDocument) async throws(ServiceError)
        -> UsedNonce
    {
        guard let bytes = Self.nonce(request.nonce) else {
            throw TASError.clientNonceInvalid("nonce: \(SessionKey.nonceLength) bytes in multibase expected")
        }
        let report = await VerificationPolicy(rules: [
            SignerRule(.member(["provider", "did"])), PurposeRule(.assertionMethod),
            KeyNameRule(DIDKeyName.assert.rawValue),
            SignerStatusRule(), CurrentKeyRule(), DistinctProofsRule(), SingleProofRule(),
            FreshProofRule(age: UsedNonces.memory),
        ]).verify(document, at: now, resolver: resolver)
        try report.require("the change of the registry")
        let created = report.proofs.map(\.proof.created).max() ?? now
        return UsedNonces.entry(
            "registryChange", signer: request.provider.did, nonce: bytes, created: created, now: now)
    }

    /// Returns the bytes of a sender's nonce, or `nil` if the text is not multibase.
    private static func nonce(_ text: String) -> [UInt8]? {
        guard let bytes = try? Multibase.decode(text, base58Limit: Multibase.shortLimit).bytes,
            bytes.count == SessionKey.nonceLength
        else { return nil }
        return bytes
    }

    /// Checks the envelope of a device's document, which the wallet provider signed (OpenDID sheet 5.4). The provider's nonce may be any text.
    func attestation(_ envelope: AttestedDIDDoc, _ document: SignedDocument) async throws(ServiceError) {
        try requireSigner(envelope.provider.did, of: document)
        let policy = VerificationPolicy.standard(for: .attestedDIDDoc, signer: envelope.provider.did)
        let report = await policy.verify(document, at: now, resolver: resolver)
        try report.require(SignedMessage.attestedDIDDoc.rawValue)
        // Some providers add a member `did` that is not signed. Its value must be equal to the DID of the signed document.
        if report.proofs.contains(where: { $0.form == .model }), let added = document[["did"]]?.string {
            let owner: DIDDocument
            do { owner = try envelope.openOwner().value } catch { throw TASError.documentUnreadable(error.reason) }
            guard added == owner.id else {
                throw TASError.signatureInvalid("did: it is not signed and is not the document's")
            }
        }
    }

    /// Checks a proof that the sender controls a DID (OpenDID sheet 5.7, 5.10, 5.11).
    /// - Parameters:
    ///   - did: the DID.
    ///   - nonce: the nonce that the trust agent sent in this transaction.
    ///   - kind: the kind of message: the proof of a holder or of a provider.
    ///   - signerStatus: the accepted statuses of the DID.
    ///   - keyVersions: the rule for the version of the document that the proof names.
    func didAuth(
        _ auth: DIDAuth, _ document: SignedDocument, of did: String, nonce: String, kind: SignedMessage = .didAuth,
        signerStatus: DIDStatusRule = .activeOnly, keyVersions: KeyVersionRule = .exact
    ) async throws(ServiceError) {
        guard auth.did == did else {
            throw TASError.didAuthInvalid("didAuth.did: it is not the DID of this transaction")
        }
        guard auth.proof.flatMap({ try? DIDURL($0.verificationMethod) })?.did == did else {
            throw TASError.didAuthInvalid("didAuth.proof.verificationMethod: a key URL of the DID expected")
        }
        guard let given = try? Multibase.decode(nonce).bytes,
            let received = try? Multibase.decode(auth.authNonce, base58Limit: Multibase.shortLimit).bytes,
            ConstantTime.equals(given, received)
        else {
            throw TASError.authNonceMismatch("didAuth.authNonce: it is not the nonce that was given out")
        }
        let policy = VerificationPolicy.standard(
            for: kind, signer: did, signerStatus: signerStatus, keyVersions: keyVersions
        )
        .acceptingNewestKeys()
        let report = await policy.verify(document, at: now, resolver: resolver)
        try report.require("didAuth")
    }

    /// Checks that the keys of a DID document have signed it (OpenDID sheet 5.4, 5.6, 5.11).
    func keyProofs(of document: SignedDocument, as kind: SignedMessage) async throws(ServiceError) {
        let report = await VerificationPolicy.standard(for: kind).acceptingNewestKeys().verify(
            document, at: now, resolver: resolver)
        try report.require("ownerDidDoc", code: TASError.keyProofInvalid)
    }

    /// Checks that the trust agent's certificate gives a provider a role (OpenDID sheet 6.5). The certificate must be signed by the trust
    /// agent, valid now and active.
    /// - Parameter certificate: the bytes of the certificate as it was issued.
    /// - Throws: ``ServiceError`` 18511.
    func certificate(_ certificate: [UInt8], of provider: String, role: RoleTypeEnum) async throws {
        let policy = VerificationPolicy.certificate(of: provider, role: role, issuers: [trustAgent], statuses: statuses)
        do {
            try await policy.verify(try SignedDocument(certificate), at: now, resolver: resolver).requireValid()
        } catch {
            throw TASError.certificateIssuer("\(role.rawValue): \(error)")
        }
    }

    /// Refuses a message that names one provider but is signed with the key of another provider (code 12007, OpenDID sheet 5.3). It is
    /// called before the signature is checked.
    private func requireSigner(_ did: String, of document: SignedDocument) throws(ServiceError) {
        guard let text = document[["proof", "verificationMethod"]]?.string, let url = try? DIDURL(text) else { return }
        guard url.did == did else { throw TASError.providerMismatch("the proof is made with a key of another DID") }
    }
}
