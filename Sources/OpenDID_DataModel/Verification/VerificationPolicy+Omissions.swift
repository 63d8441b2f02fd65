extension VerificationPolicy {
    /// The checks that decide about a document and that this policy leaves out. Every report has them.
    public var omissions: Set<VerificationReport.Omission> {
        var omissions: Set<VerificationReport.Omission> = []
        if signature.claims != .none, !has(CredentialStatusRule.self) { omissions.insert(.credentialStatus) }
        // The rule for a certificate checks that it has its two claims.
        if signature.claims == .all, !has(ClaimsSchemaRule.self), !has(CertificateRule.self) {
            omissions.insert(.claimsSchema)
        }
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

    /// True if the signer is compared only with a member of the document. For a presentation, the credentials identify the holder.
    private var takesAnySigner: Bool {
        if has(IssuerRule.self) || has(PinnedKeyRule.self) || has(EmbeddedCredentialsRule.self) { return false }
        return !rules.contains { rule in
            guard let rule = rule as? SignerRule else { return false }
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
