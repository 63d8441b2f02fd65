import OpenDID_DataModel

extension OpenDIDWallet {
    /// What the user agrees to when a verifier asks; throwing refuses.
    public typealias Chooser = @Sendable (PresentationRequest) async throws -> PresentationChoice

    /// M210: has a credential issued (OpenDID sheet 5.7).
    /// - Parameters:
    ///   - planId: which kind of credential.
    ///   - issuer: the issuer's DID.
    ///   - offerId: the issuer's offer, when there was one.
    ///   - unlock: how the user proves to be the one.
    ///   - progress: is told each step.
    @discardableResult
    public func issueCredential(
        planId: String, issuer: String, offerId: String? = nil, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> IssueCredentialFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.issuance(planId: planId, issuer: issuer, offerId: offerId, unlock: unlock), progress: progress)
        }
    }

    /// M210 by offer.
    /// - Throws: ``WalletError`` `offer` when the offer has expired or is of another kind; otherwise as
    ///   ``issueCredential(planId:issuer:offerId:unlock:progress:)``.
    @discardableResult
    public func accept(
        _ offer: IssueOfferPayload, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> IssueCredentialFlow.Outcome {
        guard offer.type == .IssueOffer else { throw WalletError(.offer, field: "type", reason: "an offer to issue expected") }
        if let until = offer.$validUntil, until < now() {
            throw WalletError(.offer, field: "validUntil", reason: "the offer has expired")
        }
        return try await issueCredential(
            planId: offer.vcPlanId, issuer: offer.issuer, offerId: offer.offerId, unlock: unlock, progress: progress)
    }

    /// M310: shows claims to a verifier, no more than it asks for (OpenDID sheet 5.8). In the indirect mode the outcome's message is handed to the
    /// terminal instead of being posted.
    /// - Parameters:
    ///   - offer: what the verifier's QR code says.
    ///   - txId: the transaction beside the offer, when there is one.
    ///   - unlock: how the user authenticates; both ways when the verifier may ask for both.
    @discardableResult
    public func present(
        _ offer: VerifyOfferPayload, txId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> PresentFlow.Outcome {
        // No closure here: one that follows a call has to be the user's choice, never a progress handler by mistake.
        try await present(offer, txId: txId, unlock: unlock, progress: nil, choose: { try $0.leastDisclosure() })
    }

    /// M310, with the user's own choice.
    /// - Parameters:
    ///   - offer: what the verifier's QR code says.
    ///   - txId: the transaction beside the offer, when there is one.
    ///   - unlock: how the user authenticates; both ways when the verifier may ask for both.
    ///   - progress: is told each step.
    ///   - choose: is shown what the verifier asks for, and says what the user agrees to show; throwing refuses.
    @discardableResult
    public func present(
        _ offer: VerifyOfferPayload, txId: String? = nil, unlock: HolderUnlock, progress: FlowProgress? = nil,
        choose: @escaping Chooser
    ) async throws(WalletError) -> PresentFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            let driver = try await self.presentation(offer, txId: txId, unlock: unlock)
            return try await self.run(driver, progress: progress) { flow, tools throws(WalletError) in
                let request = try await flow.request(tools)
                try await flow.decide(try await translating(.cancelled, "choose") { try await choose(request) }, tools)
            }
        }
    }

    /// M220: has a credential revoked, and removes it from the wallet (OpenDID sheet 5.9).
    /// - Parameters:
    ///   - vcId: the credential.
    ///   - keepingCopy: whether the wallet keeps the credential, which nobody accepts any more.
    ///   - unlock: how the user authenticates; both ways when the issuer may ask for both.
    ///   - progress: is told each step.
    @discardableResult
    public func revoke(
        _ vcId: String, keepingCopy: Bool = false, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RevokeFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(try await self.revocation(vcId, keepingCopy: keepingCopy, unlock: unlock), progress: progress)
        }
    }

    /// The plans under which credentials can be had (OpenDID sheet 5.2).
    /// - Parameter tags: only plans with one of these; all when empty.
    public func plans(tags: [String] = []) async throws(WalletError) -> VCPlanList {
        let endpoint = OpenDIDEndpoints.List.plans
        let call = configuration.addresses.call(endpoint, ServiceQuery(tags.map { ServiceQuery.Item("tags[]", $0) }))
        let answer = try await translating(.transport, endpoint.name) { try await self.transport.send(call) }
        return try answer.read(endpoint).value
    }
}
