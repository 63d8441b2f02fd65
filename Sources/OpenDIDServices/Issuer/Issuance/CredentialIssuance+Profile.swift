import HeraldKeys
import OpenDID_DataModel

extension CredentialIssuance {
    /// Step 6: returns the profile. Each profile has a nonce and a key of its own. The issuer must already have the person's data, unless
    /// the holder began the issuance. In that case, the data may follow after this step.
    /// - Throws: ``ServiceError`` 00300 if the DID is not registered, 00301 if the person of an offer is unknown, and 00302 if DID and person do not
    ///   match, the person has a credential under another DID, or the DID is not active.
    func profile(_ request: GenerateIssueProfile, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _GenerateIssueProfile
    > {
        try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.profile, after: [Step.inspect], request: call.body,
            isPreliminary: true
        ) { (state: IssuanceState, _) in
            let entry = try await shared.plan(state.planID)
            try await checkHolder(request.holder, offerID: state.offerID)
            // The claims are needed only later. They are looked up now, so that a person whom the issuer does not know learns this before
            // the wallet requests a credential.
            switch try await shared.knownClaims(
                of: ClaimSubject(did: request.holder.did, pii: request.holder.pii), under: entry)
            {
            case .success(let person): try await checkPerson(person.userID, holder: request.holder.did)
            case .failure(let missing):
                // If the holder began the issuance, the data may be missing, because upstream's apps request it between the profile and the
                // credential (did-ca-ios, IssueProfileViewController.issuanceBtnAction; did-ca-aos, ProfileFragment).
                guard state.offerID == nil, entry.plan.option.allowUserInit else { throw missing }
            }
            let key = try HolderChannelKey(random: shared.random)
            let profile = try await signedProfile(entry, key: key)
            var state = state
            state.stage = .profiled(
                IssuanceState.Profile(
                    profileID: profile.id, holder: request.holder.did, pii: request.holder.pii, nonce: key.nonce,
                    channelKey: Multibase.encode(key.exposedKey, as: .base64), key: key))
            return StepOutcome(_GenerateIssueProfile(txId: request.txId, profile: profile), data: state)
        }
    }

    private func checkHolder(_ holder: IssueHolder, offerID: String?) async throws {
        guard let resolved = try? await shared.registry.resolve(holder.did, versionId: nil) else {
            throw ServiceError(IssuerError.holderUnknown)
        }
        guard resolved.status == .activated else {
            throw IssuerError.holderInvalid("the holder's DID is \(resolved.status.rawValue)")
        }
        guard let offerID,
            let wanted = try await shared.database.read({ rows in try rows.issueOffer(offerID) })?.piiIndex
        else { return }
        guard let pii = holder.pii, UserRow.index(pii, shared.seal) == wanted else {
            throw IssuerError.holderInvalid("the offer is for somebody else")
        }
    }

    private func checkPerson(_ userID: String, holder: String) async throws {
        let rule = shared.settings.severalDIDs ? nil : OnePersonRule(userID: userID, holder: holder)
        let (daily, now) = (
            DailyRule(userID: userID, limit: shared.context.configuration.limits.credentialsPerDay), shared.now()
        )
        let ledger = try await shared.ledger { rows in
            rule == nil ? [] : try rows.currentCredentials(ofUser: userID, notOf: holder).map(\.vcID)
        }
        try await shared.database.read { rows in
            try rule?.check(at: now, in: rows, knowing: ledger)
            try daily.check(at: now, in: rows)
        }
    }

    private func signedProfile(_ entry: PlanCatalogue.Entry, key: HolderChannelKey) async throws -> IssueProfile {
        let plan = entry.plan
        let process = IssueProfile.Profile.Process(
            endpoints: [shared.endpoint], reqE2e: try key.offer(), issuerNonce: key.nonce)
        let profile = IssueProfile(
            id: shared.uuid(), type: .IssueProfile, title: plan.name, description: plan.description, logo: plan.logo,
            encoding: "UTF-8",
            language: entry.schema.metadata.language,
            profile: IssueProfile.Profile(
                issuer: ProviderDetail(did: shared.did, certVcRef: shared.certVcRef, name: shared.identity.name),
                credentialSchema: IssueProfile.Profile.CredentialSchema(id: entry.schema.id), process: process))
        var request = try shared.proofRequest()
        // The time is written with six digits after the decimal point, because upstream's iOS apps crash on any other form (did-ca-ios,
        // SDKUtils.convertDateFormat2).
        request.fractionDigits = 6
        return try await profile.signed(by: request)
    }
}
