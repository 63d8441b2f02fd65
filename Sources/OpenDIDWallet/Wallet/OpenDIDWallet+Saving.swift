import OpenDID_DataModel

extension OpenDIDWallet {
    /// Stores a credential that the app received. It is for credentials from other sources than an issuance, such as another wallet of the
    /// same holder. An issuance stores its credential itself.
    ///
    /// The credential is checked like one that was just issued. The issuer must have signed it as a whole and for each claim, its subject
    /// must be this holder, its claims must follow its schema, and it must not be expired. The registry must know it as an active
    /// credential of its issuer. It replaces a credential of the same issuer with the same id and schema.
    /// - Parameters:
    ///   - credential: the JSON text of the credential with exactly the issuer's bytes, or of an object with the
    ///     credential as the member `vc`, as issuers of release 2 send it.
    ///   - issuer: the issuer and the URL of its certificate. If this is given, the certificate is checked too.
    ///   - replacesSameSchema: true if earlier credentials of the schema are deleted. Defaults to false.
    /// - Returns: the credential's id in the wallet.
    /// - Throws: ``WalletError`` with code `parameter` if the credential cannot be read, with code `verification` if it is not valid, with
    ///   code `certificate` if the issuer's certificate is not valid, with code `did_mismatch` if another issuer issued it, with code
    ///   `duplicate` if a credential of another issuer or schema has this id, with code `state` before the holder is registered, or with code
    ///   `transport` if the registry does not answer.
    @discardableResult
    public func saveCredential(
        _ credential: [UInt8], issuer: Provider? = nil, replacesSameSchema: Bool = false
    ) async throws(WalletError) -> String {
        let issued = try translating(.parameter, "credential") { try IssuedCredential(plaintext: credential) }
        return try await exclusively { () throws(WalletError) in
            try await self.begin(.useCredentials)
            try await self.check(issued, issuer)
            try await self.vault.commit([.addCredential(bytes: issued.bytes, replacingSameSchema: replacesSameSchema)])
            return issued.id
        }
    }

    private func check(_ issued: IssuedCredential, _ provider: Provider?) async throws(WalletError) {
        let document = try translating(.parameter, "credential") { try issued.document() }
        let value = try translating(.parameter, "credential") { try document.model(VerifiableCredential.self) }
        let issuer = value.issuer.id
        if let provider {
            guard provider.did == issuer else {
                throw WalletError(
                    .didMismatch, field: "issuer.id",
                    reason: "the credential is from an issuer other than the named one")
            }
            try await trust.requireProvider(provider, role: .Issuer, at: now())
        }
        let holder = try await snapshot().requireHolder().id
        // The issuer's signature is checked before a request is sent to the schema's address, because the credential names that address.
        try await trust.check(document, .credential(issuedBy: issuer, to: holder), field: "credential", at: now())
        let schema = try await trust.schema(at: value.credentialSchema.id)
        try await trust.check(
            document, .credential(issuedBy: issuer, to: holder, schema: schema), field: "credential", at: now())
        let standing = try await trust.standing(ofCredential: issued.id)
        guard standing?.status == .ACTIVE, standing?.issuer == issuer else {
            throw WalletError(
                .verification, field: "credential",
                reason: "the registry does not list it as an active credential of its issuer")
        }
    }
}
