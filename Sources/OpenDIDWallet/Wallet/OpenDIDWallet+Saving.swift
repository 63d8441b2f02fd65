import OpenDID_DataModel

extension OpenDIDWallet {
    /// Saves a credential that the app has at hand. An issuance saves what it yields by itself; this is for one that came another way,
    /// such as from another wallet of the same holder.
    ///
    /// It is checked as an issued one is: signed by its issuer over the whole and over each claim, about this holder, with the claims of its
    /// schema, not expired, and known to the registry as active and its issuer's.
    /// - Parameters:
    ///   - credential: JSON, in the issuer's own bytes: the credential, or an object that has it as `vc`, as issuers of release 2 send it.
    ///   - issuer: who issued it and where the certificate is; the certificate is then checked too.
    ///   - replacesSameSchema: whether earlier credentials of the schema go. Defaults to false.
    /// - Returns: the credential's id in the wallet.
    /// - Throws: ``WalletError`` `parameter` when it cannot be read, `verification` when it does not hold, `certificate`, `duplicate` when
    ///   the wallet has another one of this id, `state` before the holder is registered, `transport` when the registry does not answer.
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
        let document = try translating(.parameter, "credential") { try SignedDocument(issued.bytes) }
        let value = try translating(.parameter, "credential") { try VerifiableCredential(jsonBytes: issued.bytes) }
        let issuer = value.issuer.id
        if let provider {
            guard provider.did == issuer else {
                throw WalletError(.didMismatch, field: "issuer.id", reason: "the credential is of another issuer than was named")
            }
            try await trust.requireProvider(provider, role: .Issuer, at: now())
        }
        let holder = try await facts().requireHolder().id
        // Nobody is asked at an address that the issuer did not sign.
        try await trust.check(document, .credential(issuedBy: issuer, to: holder), field: "credential", at: now())
        let schema = try await trust.schema(at: value.credentialSchema.id)
        try await trust.check(document, .credential(issuedBy: issuer, to: holder, schema: schema), field: "credential", at: now())
        let standing = try await trust.standing(ofCredential: issued.id)
        guard standing?.status == .ACTIVE, standing?.issuer == issuer else {
            throw WalletError(.verification, field: "credential", reason: "the registry does not have it as an active one of its issuer")
        }
    }
}
