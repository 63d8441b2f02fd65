extension VerificationPolicy {
    /// Returns the policy with the recommended rules for a kind of document (OpenDID sheet 2.5 and 3.4). The rules check the form, the
    /// signer, the status of the signer's DID, the purpose, the key's name, the number of proofs and the validity. They check that the key
    /// is still in the signer's newest DID document, if ``SignedMessage/needsCurrentKey`` is true. For a presentation, they also check
    /// every credential in it.
    ///
    /// The caller adds rules that need its own data: ``IssuerRule``, ``SchemaRule``, ``NonceRule`` and ``AuthenticationRule``.
    /// - Parameters:
    ///   - message: the kind of document.
    ///   - signer: the expected signer, in addition to the DID in the document itself. Without it, **any party** in the registry can make a
    ///     valid document in its own name. The caller must either pass the signer here, or compare the signer in the report with the
    ///     expected one (``VerificationReport/Omission/signer``). AccE2e, ReqE2e and ReqRevokeVc name no signer, and always fail without
    ///     this parameter.
    ///   - statuses: the source of the status of credentials. With it, a credential must be active, and so must each
    ///     credential in a presentation. It is a failure if the source does not know the credential or does not
    ///     answer. Without it, the status is **not** checked, and ``VerificationReport/omissions`` says so. It is
    ///     ignored for other kinds of documents.
    ///   - signerStatus: the accepted statuses of a signer. By default, only activated DIDs are accepted.
    ///   - earlyBy: the time by which the start of a credential's or presentation's validity may be in the future;
    ///     see ``TimeWindowRule``.
    ///   - acceptsDoubleHash: true to accept AccEcdh and ServerTokenData that were hashed twice before they were signed, as the TAS of some
    ///     vendors do (OpenDID sheet 2.3). It is ignored for other kinds.
    ///   - sentSeed: the seed of the request to which WalletTokenData is the answer. The answer must have the same
    ///     seed (OpenDID sheet 6.4). It is ignored for other kinds.
    ///   - keyVersions: the required relation between the version in a key URL and the owner's document. By default,
    ///     the versions must be equal. `sameOrNext` is for the DIDAuth of an update (OpenDID sheet 5.11): the keys
    ///     are those of the registered version, and the URL may name this version or the next one.
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
            // The seed's `validUntil` is not compared with the time, because upstream's iOS wallet writes the time of creation there
            // (OpenDID sheet 6.4).
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

extension VerificationPolicy {
    /// Returns the checks of a verifier for the presentation that answers its profile (OpenDID sheet 3.4). Upstream's verifier lacks some
    /// of these checks. The policy checks the form, the validity, the holder's proofs, the nonce, the authType of the keys, and the filter.
    /// The keys must still be in the holder's newest DID document. For each credential, the policy checks the issuer's signatures, the
    /// validity and the status. The credential's subject must be the holder, and each credential must occur only once.
    ///
    /// Pass only a profile that the verifier itself created and stored, never one that a wallet sent back.
    /// - Parameters:
    ///   - profile: the profile that the presentation answers.
    ///   - statuses: the source of the status of credentials.
    ///   - issuers: the DIDs of the accepted issuers. `nil` leaves the decision to the profile's `allowedIssuers`. If
    ///     those are absent too, any party in the registry with a key named `assert` can be the issuer.
    ///   - schemas: further schemas, in addition to those in the profile; see ``ProfileFilterRule``.
    ///   - holder: the holder's DID, if it is known.
    ///   - signerStatus: the accepted statuses of holder and issuers. By default, only activated DIDs are accepted.
    ///   - earlyBy: the time by which the start of a credential's validity may be in the future; see
    ///     ``TimeWindowRule``.
    ///   - clockSkew: the time by which the holder's clock may be ahead. Defaults to 60 s.
    public static func presentation(
        answering profile: VerifyProfile, statuses: any CredentialStatusSource, issuers: Set<String>? = nil,
        schemas: [VCSchema] = [],
        holder: String? = nil, signerStatus: DIDStatusRule = .activeOnly, earlyBy: Duration = .zero,
        clockSkew: Duration = .seconds(60)
    ) -> VerificationPolicy {
        var credential = standard(
            for: .presentedCredential, statuses: statuses, signerStatus: signerStatus, earlyBy: earlyBy)
        if let issuers { credential.rules.append(IssuerRule(allowed: issuers)) }
        var policy = standard(for: .presentation, signer: holder, signerStatus: signerStatus, earlyBy: clockSkew)
        policy.rules.removeAll { $0 is EmbeddedCredentialsRule }
        let process = profile.profile.process
        policy.rules +=
            [
                NonceRule(at: ["verifierNonce"], is: process.verifierNonce), AuthenticationRule(process.authType ?? []),
                ProfileFilterRule(profile.profile.filter, schemas: schemas), EmbeddedCredentialsRule(credential),
            ] as [any VerificationRule]
        return policy
    }
}

extension VerificationPolicy {
    /// The checks that this policy does not make, although they are necessary to trust a document. Every report lists them.
    public var omissions: Set<VerificationReport.Omission> {
        var omissions: Set<VerificationReport.Omission> = []
        if signature.claims != .none, !has(CredentialStatusRule.self) { omissions.insert(.credentialStatus) }
        // A policy with ``CertificateRule`` needs no schema, because the rule checks that the certificate has its two claims.
        if signature.claims == .all, !has(ClaimsSchemaRule.self), !has(CertificateRule.self) {
            omissions.insert(.claimsSchema)
        }
        if has(ModelRule<WalletTokenData>.self), !has(SentSeedRule.self) { omissions.insert(.sentSeed) }
        if has(ModelRule<SignedDIDDoc>.self) || has(ModelRule<AttestedDIDDoc>.self) { omissions.insert(.innerDocument) }
        if takesAnySigner { omissions.insert(.signer) }
        for rule in rules where type(of: rule) == EmbeddedCredentialsRule.self {
            guard let embedded = rule as? EmbeddedCredentialsRule else { continue }
            var inner = embedded.policy.omissions
            if allowsOnlyNamedIssuers { inner.remove(.signer) }
            omissions.formUnion(inner)
        }
        return omissions
    }

    /// Compares types and does not cast, because every verification lists its omissions and a cast takes many times as long. The types that
    /// are asked for are structures, so both find the same rules.
    private func has<Rule: VerificationRule>(_ wanted: Rule.Type) -> Bool { rules.contains { type(of: $0) == wanted } }

    /// True if the policy accepts any signer that the document names. False for a presentation, because its credentials identify the
    /// holder.
    private var takesAnySigner: Bool {
        if has(IssuerRule.self) || has(PinnedKeyRule.self) || has(EmbeddedCredentialsRule.self) { return false }
        return !rules.contains { rule in
            guard type(of: rule) == SignerRule.self, let rule = rule as? SignerRule else { return false }
            return rule.expected.contains { if case .did = $0 { true } else { false } }
        }
    }

    /// True if every schema in a profile's filter has a list of allowed issuers.
    private var allowsOnlyNamedIssuers: Bool {
        rules.contains {
            ($0 as? ProfileFilterRule)?.filter.credentialSchemas.allSatisfy { $0.allowedIssuers != nil } ?? false
        }
    }
}

extension VerificationPolicy {
    /// Returns the checks of a wallet before it stores a credential (OpenDID sheet 5.7, step 9). The issuer of the profile must have signed
    /// the credential as a whole and for each claim. The credential must not be expired, its subject must be the holder, and it must follow
    /// the profile's schema.
    ///
    /// A credential whose validity starts in the future is also accepted, because the issued credential would otherwise be lost. The
    /// verifier of a presentation checks the start of the validity; see
    /// ``VerificationPolicy/presentation(answering:statuses:issuers:schemas:holder:signerStatus:earlyBy:clockSkew:)``.
    ///
    /// The caller must have verified the profile before it calls this function.
    /// - Parameters:
    ///   - profile: the profile under which the credential was requested.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, if it is available. The claims are then checked too.
    public static func credential(
        issuedUnder profile: IssueProfile, to holder: String, schema: VCSchema? = nil
    ) -> VerificationPolicy {
        let wanted = profile.profile.credentialSchema
        var policy = kept(of: profile.profile.issuer.did, by: holder)
        policy.rules.append(SchemaRule(id: wanted.id, type: wanted.type))
        if let schema { policy.rules.append(ClaimsSchemaRule(schema)) }
        return policy
    }

    /// Returns the checks of a wallet before it stores a credential that was not requested with a profile. The issuer must have signed the
    /// credential as a whole and for each claim. The credential must not be expired, and its subject must be the holder. If a schema is
    /// given, the credential must follow it.
    /// - Parameters:
    ///   - issuer: the issuer's DID.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, if it is available. The claims are then checked too.
    public static func credential(issuedBy issuer: String, to holder: String, schema: VCSchema? = nil)
        -> VerificationPolicy
    {
        var policy = kept(of: issuer, by: holder)
        guard let schema else { return policy }
        policy.rules += [SchemaRule(id: schema.id), ClaimsSchemaRule(schema)] as [any VerificationRule]
        return policy
    }

    private static func kept(of issuer: String, by holder: String) -> VerificationPolicy {
        var policy = standard(for: .credential, signer: issuer)
        policy.rules.removeAll { $0 is TimeWindowRule }
        policy.rules +=
            [TimeWindowRule(from: nil, until: ["validUntil"]), SubjectRule(holder)] as [any VerificationRule]
        return policy
    }
}
