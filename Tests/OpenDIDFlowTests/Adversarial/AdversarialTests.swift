import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Messages of real wallets, each with one thing wrong about it, at the real servers.
@Suite("Wrong messages of every protocol", .timeLimit(.minutes(10)))
struct AdversarialTests {
    private static let offers = "/tas/api/v1/offer-issue-vc/qr"

    @Test("every wrong message of every protocol is refused with the code that says what is wrong, and leaves no trace")
    func everyMessage() async throws {
        try await AdversaryWorld.run { world in
            let campaign = Campaign(world)
            try await rehearse(world, campaign)
            let one = try await world.person(1), two = try await world.person(2)
            try await campaign.duel("creation", one, two, one.wallet.creation(), two.wallet.creation())
            try await campaign.duel(
                "personalization", one, two, one.wallet.personalization(userId: one.user),
                two.wallet.personalization(userId: two.user))
            try await campaign.duel("M132", one, two, registration(one), registration(two))
            world.clock.advance(by: 60)
            try await campaign.duel(
                "M210", one, two, issuance(world, one), issuance(world, two), inside: requested(one, two))
            try await campaign.duel(
                "M310", one, two, presentation(world, one), presentation(world, two), deciding: decide,
                inside: presented(one, two))
            world.clock.advance(by: 60)
            try await campaign.duel("M141", one, two, update(one), update(two))
            try await campaign.duel("M220", one, two, revocation(one), revocation(two))
            world.clock.advance(by: 60)
            try await campaign.duel("M142", one, two, restoration(world, one), restoration(world, two))
            let count = campaign.counts.values.reduce(0, +)
            // A rule that nothing came under says more than is known.
            #expect(ExpectedRefusal.rules.map(\.name).filter { !campaign.used.contains($0) } == [])
            print("adversarial cases: \(count)")
            #expect(count >= 500)
            // The list of what is free holds nothing that is not there.
            #expect(campaign.leftOut == Set(FreePlaces.all.map(\.description)))
            #expect(campaign.reused == ReuseStrikes.ways)
            #expect(Strike.Kind.allCases.allSatisfy { campaign.counts[$0, default: 0] > 0 })
        }
    }

    /// A third wallet lives its life before, so that there are messages of every step and protocol to put where they do not belong.
    private func rehearse(_ world: AdversaryWorld, _ campaign: Campaign) async throws {
        let third = try await world.person(3)
        var known = 0
        func learn(_ flow: String) throws {
            try campaign.learn(flow, from: third.recorder.exchanges.dropFirst(known))
            known = third.recorder.exchanges.count
        }
        try await third.wallet.create()
        try learn("creation")
        try await third.wallet.personalize(userId: third.user)
        try learn("personalization")
        try await third.wallet.registerUser(kycTxId: third.user, pin: Person.pin)
        try learn("M132")
        let vcId = try await third.wallet.accept(offer(world), unlock: Person.unlock).vcId
        try learn("M210")
        let wanted = try await verification(world)
        try await third.wallet.present(wanted.payload, txId: wanted.txId, unlock: Person.unlock)
        try learn("M310")
        world.clock.advance(by: 60)
        try await third.wallet.updateDocument(Self.edit, unlock: Person.unlock)
        try learn("M141")
        try await third.wallet.revoke(vcId, unlock: Person.unlock)
        try learn("M220")
        try await third.wallet.restore(try await deactivated(world, third), unlock: Person.unlock)
        try learn("M142")
    }

    private func registration(_ person: Person) async throws -> FlowDriver<RegisterUserFlow> {
        try await person.wallet.registration(kycTxId: person.user, pin: Person.pin)
    }

    private func issuance(_ world: AdversaryWorld, _ person: Person) async throws -> FlowDriver<IssueCredentialFlow> {
        let offer = try await offer(world)
        return try await person.wallet.issuance(
            planId: offer.vcPlanId, issuer: offer.issuer, offerId: offer.offerId, unlock: Person.unlock)
    }

    private func presentation(_ world: AdversaryWorld, _ person: Person) async throws -> FlowDriver<PresentFlow> {
        let offer = try await verification(world)
        return try await person.wallet.presentation(offer.payload, txId: offer.txId, unlock: Person.unlock)
    }

    private static let edit = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(Person.pin))])

    private func update(_ person: Person) async throws -> FlowDriver<UpdateDocumentFlow> {
        try await person.wallet.update(Self.edit, unlock: Person.unlock)
    }

    private func revocation(_ person: Person) async throws -> FlowDriver<RevokeFlow> {
        let stored = try #require(try await person.wallet.vault.credentials().first)
        return try await person.wallet.revocation(stored.id, unlock: Person.unlock)
    }

    private func restoration(_ world: AdversaryWorld, _ person: Person) async throws -> FlowDriver<RestoreFlow> {
        try await person.wallet.restoration(try await deactivated(world, person), unlock: Person.unlock)
    }

    private func offer(_ world: AdversaryWorld) async throws -> IssueOfferPayload {
        let answer = try await world.ask(
            Self.offers, ["id": "1", "vcPlanId": .string(FlowSeeds.planId), "issuer": "did:omn:issuer"])
        guard case .issue(let offer, _) = try ReceivedOffer(String(decoding: answer.serialized(), as: UTF8.self)) else {
            throw WalletError(.offer, reason: "no issue offer")
        }
        return offer
    }

    private func verification(_ world: AdversaryWorld) async throws -> VpOfferWrapper {
        let answer = try await world.ask(
            "/verifier/api/v1/request-offer-qr", ["mode": "Direct", "device": "terminal01", "service": "rental"])
        return try VpOfferWrapper(jsonBytes: answer.serialized())
    }

    private func deactivated(_ world: AdversaryWorld, _ person: Person) async throws -> RestoreDidOfferPayload {
        let did = try #require(try await person.did(.holder))
        _ = try await world.ask("/tas/api/v1/update-diddoc-deactivated", ["kycTxId": .string(person.user)])
        let pushed = try await world.ask("/tas/api/v1/offer-restore-did/push", ["id": "1", "did": .string(did)])
        return RestoreDidOfferPayload(offerId: try #require(pushed["offerId"]?.stringValue), did: did)
    }

    private func decide(_ driver: FlowDriver<PresentFlow>) async throws {
        try await driver.decide { flow, tools throws(WalletError) in
            let request = try await flow.request(tools)
            try await flow.decide(try request.leastDisclosure(), tools)
        }
    }
}
