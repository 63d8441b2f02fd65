import HeraldKeys
import OpenDID_DataModel

/// M310 at the verifier, with the steps profile and presentation (OpenDID sheet 5.8).
struct Presentations: Sendable {
    /// The name of the protocol in the rows of transactions.
    static let flow = "M310"

    /// The names of the steps, which are those of their endpoints.
    enum Step {
        static let offer = OpenDIDEndpoints.Verifier.requestOfferQR.name
        static let profile = OpenDIDEndpoints.Verifier.requestProfile.name
        static let verify = OpenDIDEndpoints.Verifier.requestVerify.name
    }

    let shared: VerifierContext

    /// Step 1: returns a profile for an offer. Each profile has a nonce and a key of its own.
    ///
    /// The first wallet that names the offer's transaction gets its profile in this transaction, because deployed wallets continue in the
    /// transaction from the QR code. A QR code may be scanned several times. Every other request therefore gets a new profile in a
    /// transaction of its own. At most one presentation is accepted for an offer.
    /// - Throws: ``ServiceError`` 00200 for the offer. 00300, 00302 or 00303 if the transaction is unknown, has expired, or belongs to another offer.
    func profile(_ request: RequestProfile, _ call: ReceivedCall) async throws -> EncodedAnswer<_RequestProfile> {
        let offer = try await shared.openOffer(request.offerId)
        if let txID = request.txId {
            if txID == offer.txID {
                if let answer = try await profile(inTransactionOf: offer, call) { return answer }
            } else {
                let known = try await shared.transactions.data(of: txID, as: PresentationState.self)
                guard known.data.offerID == offer.offerID else { throw ServiceError(VerifierError.transactionOffer) }
            }
        }
        let asked = try await asked(under: offer)
        let txID = try await shared.transactions.open(
            Self.flow, step: Step.profile, data: asked.state, for: call.client)
        return try EncodedAnswer(_RequestProfile(txId: txID, profile: asked.profile))
    }

    /// Returns the profile in the offer's own transaction, or `nil` if another request already uses this transaction. If the same request
    /// is repeated, it gets the same profile again.
    private func profile(inTransactionOf offer: VerifyOfferRow, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestProfile
    >? {
        do {
            return try await shared.transactions.step(
                offer.txID, flows: [Self.flow], step: Step.profile, after: [Step.offer], request: call.body,
                isPreliminary: true
            ) { (_: PresentationState, _) in
                let asked = try await asked(under: offer)
                return StepOutcome(_RequestProfile(txId: offer.txID, profile: asked.profile), data: asked.state)
            }
        } catch let error as ServiceError where error.code == VerifierError.transactionInvalid {
            return nil
        }
    }

    private func asked(under offer: VerifyOfferRow) async throws -> (profile: VerifyProfile, state: PresentationState) {
        let policy = try shared.policy(of: offer)
        let key = try HolderChannelKey(random: shared.context.random)
        let profile = try await signedProfile(policy, key: key)
        let state = PresentationState(
            offerID: offer.offerID,
            stage: .profiled(
                PresentationState.Profile(
                    text: String(decoding: try profile.canonicalBytes(), as: UTF8.self), nonce: key.nonce,
                    channelKey: Multibase.encode(key.exposedKey, as: .base64),
                    ready: PresentationState.Profile.Ready(key: key, profile: profile))))
        return (profile, state)
    }

    private func signedProfile(_ policy: VerifierPolicy, key: HolderChannelKey) async throws -> VerifyProfile {
        let (identity, now) = (shared.identity, shared.now())
        let profile = VerifyProfile(
            id: shared.context.uuid(), type: .VerifyProfile, title: policy.title, description: policy.description,
            encoding: "UTF-8",
            language: policy.language,
            profile: VerifyProfile.Profile(
                verifier: ProviderDetail(did: identity.did, certVcRef: identity.certVcRef, name: identity.name),
                filter: try await shared.filter(of: policy),
                process: VerifyProfile.Profile.Process(
                    endpoints: [shared.endpoint], reqE2e: try key.offer(), verifierNonce: key.nonce,
                    authType: policy.authType)))
        return try await identity.sign(profile, created: now)
    }
}
