import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// M210 at the issuer, with the steps inspect, profile, issue and complete (OpenDID sheet 5.7). Only the trust agent calls these steps. The
/// holder signs its half of the channel in which the encrypted request is sent.
struct CredentialIssuance: Sendable {
    /// The name of the protocol in the rows of transactions.
    static let flow = "M210"

    /// The names of the steps, which are those of their endpoints.
    enum Step {
        static let inspect = OpenDIDEndpoints.Issuer.inspectProposeIssue.name
        static let profile = OpenDIDEndpoints.Issuer.generateIssueProfile.name
        static let issue = OpenDIDEndpoints.Issuer.issueVC.name
        static let complete = OpenDIDEndpoints.Issuer.completeVC.name
    }

    let shared: IssuerContext
    let offers: IssueOffers

    /// Step 1: checks that a credential of this plan may be issued, and opens the transaction.
    /// - Throws: ``ServiceError`` 00202 for the plan, and 00200 or 00201 for the offer.
    func inspect(_ request: InspectProposeIssue) async throws -> _InspectProposeIssue {
        let entry = try await shared.plan(request.vcPlanId)
        try shared.checkIssuer(request.issuer)
        if let offerID = request.offerId {
            _ = try await offers.usable(offerID, for: entry.plan.vcPlanId)
        } else if !entry.plan.option.allowUserInit {
            throw IssuerError.planInvalid("a credential of this plan needs an offer")
        }
        let refID = shared.reference()
        let txID = try await shared.transactions.open(
            Self.flow, step: Step.inspect,
            data: IssuanceState(planID: entry.plan.vcPlanId, refID: refID, offerID: request.offerId))
        return _InspectProposeIssue(txId: txID, refId: refID)
    }

    /// Step 10: records that the wallet has received the credential.
    /// - Throws: ``ServiceError`` 00207 if the request names another credential.
    func complete(_ request: CompleteVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_CompleteVc> {
        try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.complete, after: [Step.issue], request: call.body
        ) { (state: IssuanceState, _) in
            guard case .issued(let vcID) = state.stage, request.vcId == vcID else {
                throw ServiceError(IssuerError.credentialMismatch)
            }
            let offerID = state.offerID
            return StepOutcome(
                _CompleteVc(txId: request.txId), data: state,
                writes: [
                    { rows in
                        if let offerID { try rows.completeIssueOffer(offerID) }
                    }
                ])
        }
    }
}

extension CredentialIssuance {
    /// Step 8: issues the credential, encrypted for the holder. One transaction of the database registers the credential, revokes the
    /// holder's earlier ones under the plan, and marks the offer as used. If the registry is in another process, it registers the credential
    /// before this transaction, and revokes the earlier ones after it.
    /// - Throws: ``ServiceError`` 00413 for the holder's proof on the channel, 00401 and 00403 for the channel, 00208, 00004, 00203, 00204
    ///   and 00831 for the encrypted request, 00201 if the offer was used in the meantime, and the errors of the profile step about the
    ///   person.
    func issue(_ request: IssueVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_IssueVc> {
        let isHere = shared.registry.isHere
        var isRepeated = false
        return try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.issue, after: [Step.profile], request: call.body,
            repeatsLate: true,
            preparing: isHere
                ? nil
                : { state, _ in
                    isRepeated = state.profile?.draft != nil
                    return state.drafting(shared.uuid(), at: shared.now())
                }
        ) { (state: IssuanceState, _) in
            guard let (profile, draft) = state.profile else { throw ServiceError(IssuerError.transactionInvalid) }
            try await checkChannel(try call.part("accE2e", decodedAs: request.accE2e), of: profile.holder)
            let channel: SessionChannel
            do {
                channel = try await open(request, profile: profile, refID: state.refID)
            } catch let error as ServiceError where error.code == IssuerError.decryptionFailed {
                throw StepRefusal(error, data: state.afterUndecryptable())
            }
            let entry = try await shared.plan(state.planID)
            let subject = ClaimSubject(did: profile.holder, pii: profile.pii)
            let person = try await shared.claims(of: subject, under: entry)
            let credential = try await credential(entry, to: profile.holder, claims: person.claims, draft: draft)
            let bytes = try credential.canonicalBytes()
            try CredentialSize.check(bytes.count)
            let iv = shared.random(SessionKey.blockLength)
            let sealed = try channel.seal(
                CredentialSize.servesBothReleases(bytes.count) ? CredInfo.issuedBytes(ofBoth: bytes) : bytes, iv: iv)
            let answer = _IssueVc(
                txId: request.txId,
                e2e: E2E(iv: Multibase.encode(iv, as: .base58btc), encVc: Multibase.encode(sealed, as: .base64)))
            var done = state
            done.stage = .issued(vcID: credential.id)
            let entries = entries(for: credential, of: person.userID, state: state, txID: request.txId)
            guard !isHere else { return StepOutcome(answer, data: done, writes: [write(entries)]) }
            return StepOutcome(answer, data: done, around: sendAndKeep(entries, isRepeated: isRepeated))
        }
    }

    /// The largest length of an encrypted request in base58, in characters. A usual request contains a reference and a profile, and has a
    /// few hundred bytes.
    private static let requestLimit = 16 << 10

    /// Checks that the client's half of the channel comes from the holder for whom the profile was made (OpenDID sheet 6.2).
    private func checkChannel(_ accE2e: SignedDocument, of holder: String) async throws {
        let report = await VerificationPolicy.standard(for: .accE2e, signer: holder).acceptingNewestKeys()
            .verify(accE2e, at: shared.now(), resolver: RequestResolver(shared.registry))
        if let failure = report.failures.first { throw IssuerError.signatureInvalid(failure.description) }
        guard report.isValid else { throw ServiceError(IssuerError.signatureInvalid) }
    }

    /// Decrypts the request, and checks that it belongs to this profile.
    /// - Returns: the channel with the holder.
    private func open(_ request: IssueVc, profile: IssuanceState.Profile, refID: String) async throws -> SessionChannel
    {
        let (ciphertext, iv): ([UInt8], [UInt8])
        let key: HolderChannelKey
        do {
            ciphertext = try Multibase.decode(request.encReqVc, base58Limit: Self.requestLimit).bytes
            iv = try Multibase.decode(request.accE2e.iv, base58Limit: Multibase.shortLimit).bytes
            key = try profile.channelHalf()
        } catch {
            throw IssuerError.decodingFailed(error.reason)
        }
        var channel: SessionChannel
        let inside: SignedDocument
        do {
            channel = try key.channel(with: request.accE2e)
            // A failed decryption and invalid JSON get the same answer, so that an attacker learns nothing about the plaintext from the
            // answers (OpenDID sheet 6.2).
            inside = try channel.open(ciphertext, iv: iv) { try SignedDocument($0) }
        } catch {
            throw ServiceError(IssuerError.decryptionFailed)
        }
        let wanted: ReqVC
        do {
            wanted = try JSONModelDecoder().decode(ReqVC.self, from: inside.root)
        } catch {
            throw IssuerError.requestUnreadable("\(error.path): \(error.reason)")
        }
        guard wanted.refId == refID else { throw ServiceError(IssuerError.referenceMismatch) }
        guard wanted.profile.id == profile.profileID else { throw ServiceError(IssuerError.profileMismatch) }
        guard shared.isNonce(wanted.profile.issuerNonce, profile.nonce) else {
            throw ServiceError(IssuerError.nonceMismatch)
        }
        // The request is refused, because no profile of this issuer offers an anonymous credential (`credentialOffer`).
        guard wanted.credentialRequest == nil else {
            throw IssuerError.definitionUnknown("credentialRequest: anonymous credentials are not offered")
        }
        return channel
    }

    private func credential(
        _ entry: PlanCatalogue.Entry, to holder: String, claims: [VerifiableCredential.Claim],
        draft settled: IssuanceState.Draft?
    ) async throws -> VerifiableCredential {
        let request = try shared.proofRequest(created: settled?.created.instant)
        let draft = CredentialDraft(
            id: settled?.vcID ?? shared.uuid(),
            issuer: VerifiableCredential.Issuer(id: shared.did, name: shared.identity.name), subject: holder,
            schema: entry.schema, claims: claims,
            evidence: shared.settings.evidence(issuer: shared.did, plan: entry.plan),
            validUntil: request.created.adding(years: shared.settings.years))
        do {
            return try await draft.issued(by: request)
        } catch let error as DataModelError {
            // The claims were checked against the schema already, so this failure is the issuer's fault and not the holder's.
            throw IssuerError.unknown("the credential cannot be made: \(error.field): \(error.reason)")
        }
    }
}

/// The limit for the size of a credential. The encrypted credential in base64 must fit into an answer, and a presentation of it must fit
/// into a request.
enum CredentialSize {
    /// The largest size of a credential in canonical form, in bytes. Encryption, base64 and the enclosing messages increase the size by at
    /// most two thirds.
    static let limit = 512 << 10

    /// True if a credential of this size, in bytes, is sent in the forms of both releases. Otherwise only release 1's form is sent, because
    /// both forms would not fit into an answer.
    static func servesBothReleases(_ count: Int) -> Bool { count <= limit / 2 }

    /// Checks the size of a credential.
    /// - Throws: ``ServiceError`` 00301 if it is too large.
    static func check(_ count: Int) throws(ServiceError) {
        guard count <= limit else {
            throw IssuerError.userUnknown(
                "the person's record does not fit into a credential: \(count) bytes, at most \(limit) may be")
        }
    }
}
