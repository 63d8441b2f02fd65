import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

/// One presentation, step by step, as terminal and wallet make it.
struct PresentationRun: Sendable {
    let world: IssuanceWorld
    let holder: TestHolder
    let offer: VpOfferWrapper
    var txID: String
    var profile: VerifyProfile
    var channel: HolderChannel?

    static func offered(
        _ world: IssuanceWorld, service: String = "login", mode: PresentModeEnum = .Direct, seconds: Int? = nil
    ) async throws -> VpOfferWrapper {
        try await world.answer(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(mode: mode, device: "gate", service: service, validSeconds: seconds), as: .anybody)
    }

    static func profileRequest(_ world: IssuanceWorld, _ offer: VpOfferWrapper, txID: String? = nil) throws
        -> RequestProfile
    {
        RequestProfile(id: world.messageID(), txId: txID ?? offer.txId, offerId: try offer.payload.offerId.unwrapped)
    }

    /// Steps 0 and 1.
    static func profiled(
        _ world: IssuanceWorld, by holder: TestHolder, service: String = "login", offer: VpOfferWrapper? = nil
    ) async throws -> PresentationRun {
        let known: VpOfferWrapper
        if let offer { known = offer } else { known = try await offered(world, service: service) }
        let answer = try await world.answer(
            OpenDIDEndpoints.Verifier.requestProfile, try profileRequest(world, known), as: .anybody)
        return PresentationRun(world: world, holder: holder, offer: known, txID: answer.txId, profile: answer.profile)
    }

    /// Step 5, not sent yet.
    mutating func request(_ presentation: some Jsonable, by sealer: TestHolder? = nil) async throws -> RequestVerify {
        let channel = try await (sealer ?? holder).answer(profile.profile.process.reqE2e, at: world.now)
        self.channel = channel
        return RequestVerify(
            id: world.messageID(), txId: txID, accE2e: channel.accE2e, encVp: try channel.seal(presentation))
    }

    /// Step 5, with what a presentation of some credentials is answered; `200` when it is accepted.
    mutating func present(
        _ credentials: [VerifiableCredential], keys: [DIDKeyName] = [.pin], nonce: String? = nil,
        extra: Set<String> = []
    ) async throws -> String {
        let presentation = try await holder.presentation(
            for: profile, of: credentials, keys: keys, nonce: nonce, extra: extra, at: world.now)
        return try await send(presentation)
    }

    /// Step 5, with what a presentation is answered.
    mutating func send(_ presentation: VerifiablePresentation) async throws -> String {
        try await world.code(OpenDIDEndpoints.Verifier.requestVerify, try await request(presentation), as: .anybody)
    }

    /// Step 6.
    func result() async throws -> _ConfirmVerify {
        try await world.answer(
            OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: offer.payload.offerId.unwrapped))
    }
}
