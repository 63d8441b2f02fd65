import OpenDID_DataModel

extension OpenDIDWallet {
    /// A function that returns the user's choice of claims for a verifier's request. It throws an error if the user refuses.
    public typealias Chooser = @Sendable (PresentationRequest) async throws -> PresentationChoice

    /// M210: requests a credential (OpenDID sheet 5.7).
    /// - Parameters:
    ///   - planId: the id of the credential's plan.
    ///   - issuer: the issuer's DID.
    ///   - offerId: the id of the issuer's offer, if there is one.
    ///   - unlock: the user's authentication.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` if the run fails. Its code is `not_received` if the credential may have been issued, but the servers refuse
    ///   to send it again.
    @discardableResult
    public func issueCredential(
        planId: String, issuer: String, offerId: String? = nil, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> IssueCredentialFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.issuance(planId: planId, issuer: issuer, offerId: offerId, unlock: unlock),
                progress: progress)
        }
    }

    /// M210: accepts an issuer's offer and requests the credential.
    /// - Throws: ``WalletError`` with code `offer` if the offer has expired or is of another kind. Otherwise as
    ///   ``issueCredential(planId:issuer:offerId:unlock:progress:)``.
    @discardableResult
    public func accept(
        _ offer: IssueOfferPayload, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> IssueCredentialFlow.Outcome {
        guard offer.type == .IssueOffer else {
            throw WalletError(.offer, field: "type", reason: "an offer to issue expected")
        }
        if let until = offer.$validUntil, until < now() {
            throw WalletError(.offer, field: "validUntil", reason: "the offer has expired")
        }
        return try await issueCredential(
            planId: offer.vcPlanId, issuer: offer.issuer, offerId: offer.offerId, unlock: unlock, progress: progress)
    }

    /// M310: shows the requested claims to a verifier, and no others (OpenDID sheet 5.8). In the indirect mode, the wallet does not send
    /// the message in the outcome. The app gives it to the terminal.
    /// - Parameters:
    ///   - offer: the offer in the verifier's QR code.
    ///   - txId: the id of the transaction in the offer's wrapper, if there is one.
    ///   - unlock: the user's authentication. Pass the PIN and the prompt if the verifier may require both.
    /// - Throws: ``WalletError`` if the run fails. Its code is `unconfirmed` if the verifier may have accepted the presentation, but its
    ///   answer was lost.
    @discardableResult
    public func present(
        _ offer: VerifyOfferPayload, txId: String? = nil, unlock: HolderUnlock
    ) async throws(WalletError) -> PresentFlow.Outcome {
        // This function has no closure parameter. A call with a trailing closure therefore selects the other overload, in which the closure
        // is the user's choice.
        try await present(offer, txId: txId, unlock: unlock, progress: nil, choose: { try $0.leastDisclosure() })
    }

    /// M310: shows claims that the user chooses to a verifier.
    /// - Parameters:
    ///   - offer: the offer in the verifier's QR code.
    ///   - txId: the id of the transaction in the offer's wrapper, if there is one.
    ///   - unlock: the user's authentication. Pass the PIN and the prompt if the verifier may require both.
    ///   - progress: is called at each step.
    ///   - choose: receives the verifier's request, and returns the claims that the user agrees to show. It throws an
    ///     error if the user refuses.
    /// - Throws: ``WalletError`` with code `cancelled` if `choose` throws, with code `unconfirmed` if the verifier may have accepted the
    ///   presentation, or if the run fails.
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

    /// M220: requests the revocation of a credential, and deletes the credential from the wallet (OpenDID sheet 5.9).
    /// - Parameters:
    ///   - vcId: the credential's id.
    ///   - keepingCopy: true if the revoked credential stays in the wallet. Defaults to false.
    ///   - unlock: the user's authentication. Pass the PIN and the prompt if the issuer may require both.
    ///   - progress: is called at each step.
    /// - Throws: ``WalletError`` if the run fails.
    @discardableResult
    public func revoke(
        _ vcId: String, keepingCopy: Bool = false, unlock: HolderUnlock, progress: FlowProgress? = nil
    ) async throws(WalletError) -> RevokeFlow.Outcome {
        try await exclusively { () throws(WalletError) in
            try await self.run(
                try await self.revocation(vcId, keepingCopy: keepingCopy, unlock: unlock), progress: progress)
        }
    }

    /// Returns the plans of credentials that can be issued (OpenDID sheet 5.2).
    /// - Parameter tags: limits the result to plans with one of these tags. Defaults to all plans.
    /// - Throws: ``WalletError`` with code `transport`, `refused` or `answer`.
    public func plans(tags: [String] = []) async throws(WalletError) -> VCPlanList {
        let endpoint = OpenDIDEndpoints.List.plans
        let call = configuration.addresses.call(endpoint, ServiceQuery(tags.map { ServiceQuery.Item("tags[]", $0) }))
        let answer = try await translating(.transport, endpoint.name) { try await self.transport.send(call) }
        return try answer.read(endpoint).value
    }
}

extension OpenDIDWallet {
    /// Requests the list of allowed apps from the list provider, and stores it (OpenDID sheet 5.4, step 1).
    /// - Returns: the package names.
    /// - Throws: ``WalletError`` with code `answer` for an empty list, which would lock out every app, or with code `transport` or
    ///   `refused`.
    @discardableResult
    public func refreshAllowedApps() async throws(WalletError) -> [String] {
        try await exclusively { () throws(WalletError) in
            let endpoint = OpenDIDEndpoints.List.allowedApps
            let call = self.configuration.addresses.call(
                endpoint, ServiceQuery("wallet", CreateWalletFlow.walletPackage))
            let list = try await self.runner.send(call).read(endpoint).value
            guard !list.items.isEmpty else {
                throw WalletError(.answer, field: "items", reason: "the list of apps that may use this wallet is empty")
            }
            try await self.vault.commit([.setAllowedApps(list.items)])
            return list.items
        }
    }
}
