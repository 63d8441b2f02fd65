extension VerificationPolicy {
    /// What decides whether a document is good and this policy does not look at; every report says so.
    public var omissions: Set<VerificationReport.Omission> {
        var omissions: Set<VerificationReport.Omission> = []
        if signature.claims != .none, !has(CredentialStatusRule.self) { omissions.insert(.credentialStatus) }
        // A certificate has the two claims that its rule asks for.
        if signature.claims == .all, !has(ClaimsSchemaRule.self), !has(CertificateRule.self) { omissions.insert(.claimsSchema) }
        if has(ModelRule<WalletTokenData>.self), !has(SentSeedRule.self) { omissions.insert(.sentSeed) }
        if has(ModelRule<SignedDIDDoc>.self) || has(ModelRule<AttestedDIDDoc>.self) { omissions.insert(.innerDocument) }
        if takesAnySigner { omissions.insert(.signer) }
        for case let embedded as EmbeddedCredentialsRule in rules {
            var inner = embedded.policy.omissions
            if allowsOnlyNamedIssuers { inner.remove(.signer) }
            omissions.formUnion(inner)
        }
        return omissions
    }

    private func has<Rule: VerificationRule>(_ type: Rule.Type) -> Bool { rules.contains { $0 is Rule } }

    /// Whether the signer is only compared with what the document says. Whom a presentation is about its credentials say.
    private var takesAnySigner: Bool {
        if has(IssuerRule.self) || has(PinnedKeyRule.self) || has(EmbeddedCredentialsRule.self) { return false }
        return !rules.contains { rule in
            guard let rule = rule as? SignerRule else { return false }
            return rule.expected.contains { if case .did = $0 { true } else { false } }
        }
    }

    /// Whether a profile's filter says for every schema who may have issued.
    private var allowsOnlyNamedIssuers: Bool {
        rules.contains { ($0 as? ProfileFilterRule)?.filter.credentialSchemas.allSatisfy { $0.allowedIssuers != nil } ?? false }
    }
}
