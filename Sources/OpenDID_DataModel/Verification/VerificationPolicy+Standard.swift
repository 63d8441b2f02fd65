extension VerificationPolicy {
    /// The safe set of rules for a kind of document (OpenDID sheet 2.5 and 3.4): the form of the kind, expected signer, purpose, key name,
    /// a key that is still in use, status of the signer, number of proofs, validity, and for a presentation every credential in it.
    ///
    /// It leaves to the caller what only the caller knows, as further rules: ``IssuerRule``, ``SchemaRule``, ``NonceRule`` and
    /// ``AuthenticationRule``.
    /// - Parameters:
    ///   - message: the kind of document.
    ///   - signer: who has to have signed; beside the DID that the document itself names. Without it **anybody** in the registry can have
    ///     made a document that holds, in their own name: whoever asks knows whom, and either passes that here or compares the
    ///     signer of the report (``VerificationReport/Omission/signer``). AccE2e, ReqE2e and ReqRevokeVc name nobody: without
    ///     `signer` they never hold.
    ///   - statuses: where the status of credentials is kept. With it, a credential, or each one of a presentation, has to be active; one
    ///     that is not known, and a source that does not answer, are failures. Without it the status is **not** looked at, and the report
    ///     says so in ``VerificationReport/omissions``. Makes no difference for other kinds.
    ///   - signerStatus: in which statuses a signer counts. Defaults to DIDs in use only.
    ///   - earlyBy: by how many seconds the first moment of a credential or presentation may lie ahead; see ``TimeWindowRule``.
    ///   - acceptsDoubleHash: whether AccEcdh and ServerTokenData of a foreign TAS may be signed over one hash too many (OpenDID sheet 2.3);
    ///     makes no difference for other kinds.
    ///   - sentSeed: the seed to which WalletTokenData is the answer; what comes back has to be the same (OpenDID sheet 6.4). Makes no difference
    ///     for other kinds.
    ///   - keyVersions: how the version in a key URL has to fit its owner's document. Defaults to the same version. `sameOrNext` is for the DIDAuth
    ///     of an update (OpenDID sheet 5.11): the keys are those of the registered version, whether the URL names it or the following one.
    public static func standard(
        for message: SignedMessage, signer: String? = nil, statuses: (any CredentialStatusSource)? = nil,
        signerStatus: DIDStatusRule = .activeOnly, earlyBy: Int64 = 0, acceptsDoubleHash: Bool = false,
        sentSeed: WalletTokenSeed? = nil, keyVersions: KeyVersionRule = .exact
    ) -> VerificationPolicy {
        var expected: [SignerRule.Expected] = []
        if let path = message.signerPath { expected.append(.member(path)) }
        if let signer { expected.append(.did(signer)) }
        var rules: [any VerificationRule] = [
            message.form, SignerRule(all: expected), PurposeRule(any: message.purposes), SignerStatusRule(signerStatus),
            DistinctProofsRule(),
        ]
        if let names = message.keyNames { rules.append(KeyNameRule(any: names)) }
        if message.needsCurrentKey { rules.append(CurrentKeyRule()) }
        if !message.allowsSeveralProofs { rules.append(SingleProofRule()) }
        var signature = SignatureRule(acceptsDoubleHash: acceptsDoubleHash && message.isDoublyHashedByTAS)
        var keySource = KeySource.resolver
        let validity = TimeWindowRule(from: ["validFrom"], until: ["validUntil"], earlyBy: earlyBy)
        switch message {
        case .deviceDIDDocument: (keySource, rules) = (.ownDocument, rules + [KeyProofsRule(.device)])
        case .holderDIDDocument: (keySource, rules) = (.ownDocument, rules + [KeyProofsRule(.holder)])
        case .providerDIDDocument: (keySource, rules) = (.ownDocument, rules + [KeyProofsRule(.provider)])
        case .attestedDIDDoc: signature.modelForm = .attestedDIDDoc
        case .issueProfile: signature.modelForm = .issueProfile
        case .serverTokenData: rules.append(TimeWindowRule(from: nil, until: ["validUntil"]))
        case .walletTokenData:
            // The seed's own validUntil is the moment it was made; nobody evaluates it later (OpenDID sheet 6.4).
            if let sentSeed { rules.append(SentSeedRule(sentSeed)) }
        case .credential, .presentedCredential:
            signature.claims = message == .credential ? .all : .whenReduced
            rules.append(validity)
            if let statuses { rules.append(CredentialStatusRule(statuses)) }
        case .presentation:
            let credentials = EmbeddedCredentialsRule(
                .standard(for: .presentedCredential, statuses: statuses, signerStatus: signerStatus, earlyBy: earlyBy))
            rules += [validity, credentials] as [any VerificationRule]
        case .signedWalletInfo, .signedDIDDoc, .invokedDidDoc, .attestedAppInfo, .reqEcdh, .accEcdh, .accE2e, .reqE2e, .didAuth,
             .providerDIDAuth, .verifyProfile, .reqRevokeVc:
            break
        }
        return VerificationPolicy(signature: signature, keySource: keySource, keyVersions: keyVersions, rules: rules)
    }
}
