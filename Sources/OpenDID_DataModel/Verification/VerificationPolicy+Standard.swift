extension VerificationPolicy {
    /// Returns the safe set of rules for a kind of document (OpenDID sheet 2.5 and 3.4): its form, the expected signer, the purpose, the
    /// key's name, a key that is still in use, the status of the signer, the number of proofs, the validity, and for a presentation every
    /// credential in it.
    ///
    /// The caller adds rules that need its own data: ``IssuerRule``, ``SchemaRule``, ``NonceRule`` and ``AuthenticationRule``.
    /// - Parameters:
    ///   - message: the kind of document.
    ///   - signer: the expected signer, in addition to the DID in the document itself. Without it, **anybody** in the registry can make a
    ///     document that holds, in their own name. The caller either passes the signer here or compares the signer of the report
    ///     (``VerificationReport/Omission/signer``). AccE2e, ReqE2e and ReqRevokeVc name no signer and never hold without `signer`.
    ///   - statuses: the source of the status of credentials. With it, a credential, and each one in a presentation, must be active. An
    ///     unknown credential and a source that does not answer are failures. Without it, the status is **not** checked, and
    ///     ``VerificationReport/omissions`` says so. It is ignored for other kinds.
    ///   - signerStatus: the accepted statuses of a signer. Defaults to activated DIDs only.
    ///   - earlyBy: the time by which the start of a credential's or presentation's validity may be in the future; see
    ///     ``TimeWindowRule``.
    ///   - acceptsDoubleHash: true if AccEcdh and ServerTokenData of a foreign TAS may be signed over one hash too many
    ///     (OpenDID sheet 2.3). It is ignored for other kinds.
    ///   - sentSeed: the seed of the request to which WalletTokenData is the answer. The answer must have the same seed
    ///     (OpenDID sheet 6.4). It is ignored for other kinds.
    ///   - keyVersions: the required relation between the version in a key URL and the owner's document. Defaults to the same version.
    ///     `sameOrNext` is for the DIDAuth of an update (OpenDID sheet 5.11): the keys are those of the registered version, and the URL may
    ///     name this version or the next one.
    public static func standard(
        for message: SignedMessage, signer: String? = nil, statuses: (any CredentialStatusSource)? = nil,
        signerStatus: DIDStatusRule = .activeOnly, earlyBy: Duration = .zero, acceptsDoubleHash: Bool = false,
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
            // The seed's own validUntil is the time of its creation and is not checked later (OpenDID sheet 6.4).
            if let sentSeed { rules.append(SentSeedRule(sentSeed)) }
        case .credential, .presentedCredential:
            signature.claims = message == .credential ? .all : .whenReduced
            rules.append(validity)
            if let statuses { rules.append(CredentialStatusRule(statuses)) }
        case .presentation:
            let credentials = EmbeddedCredentialsRule(
                .standard(for: .presentedCredential, statuses: statuses, signerStatus: signerStatus, earlyBy: earlyBy))
            rules += [validity, credentials] as [any VerificationRule]
        case .signedWalletInfo, .signedDIDDoc, .invokedDidDoc, .attestedAppInfo, .reqEcdh, .accEcdh, .accE2e, .reqE2e,
            .didAuth,
            .providerDIDAuth, .verifyProfile, .reqRevokeVc:
            break
        }
        return VerificationPolicy(signature: signature, keySource: keySource, keyVersions: keyVersions, rules: rules)
    }
}
