import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Messages that cannot be decrypted")
struct SpentProfileTests {
    private static let garbage = Multibase.encode([UInt8](repeating: 7, count: 32), as: .base64)

    @Test("an issue profile is invalid after some messages that cannot be decrypted")
    func issuing() async throws {
        let world = try await IssuanceWorld()
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let request = try await run.makeRequest()
        var wrong = request
        wrong.encReqVc = Self.garbage
        for _ in 0..<HolderChannelKey.attempts {
            #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, wrong) == "SSRVISS00403")
        }
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00002")
    }

    @Test(
        "a verify profile is invalid after some messages that cannot be decrypted, and the offer continues under another"
    )
    func presenting() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let offer = try await PresentationRun.offered(world)
        var run = try await PresentationRun.profiled(world, by: holder, offer: offer)
        let request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        var wrong = request
        wrong.encVp = Self.garbage
        for _ in 0..<HolderChannelKey.attempts {
            #expect(
                try await world.code(OpenDIDEndpoints.Verifier.requestVerify, wrong, as: .anybody) == "SSRVVRF00409")
        }
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "SSRVVRF00700")
        var again = try await PresentationRun.profiled(world, by: holder, offer: offer)
        #expect(try await again.present([credential]) == "200")
    }

    @Test("another party that has seen the QR code cannot close a wallet's profile")
    func others() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
        func waste(_ seed: UInt64) async throws -> [String] {
            let stranger = try await world.holder(seed)
            var wrong = request
            wrong.accE2e = try await stranger.answer(run.profile.profile.process.reqE2e, at: world.now).accE2e
            wrong.encVp = Self.garbage
            var codes: [String] = []
            for _ in 0...HolderChannelKey.attempts {
                codes.append(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, wrong, as: .anybody))
            }
            return codes
        }
        let codes = try await waste(78)
        #expect(codes.dropLast().allSatisfy { $0 == "SSRVVRF00409" } && codes.last == "SSRVVRF00700")
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "200")
    }

    @Test("a verify profile stays open for other holders, however many wallets send messages that cannot be decrypted")
    func all() throws {
        let profile = PresentationState.Profile(text: "{}", nonce: "z", channelKey: "m")
        var state = PresentationState(offerID: "o", stage: .profiled(profile))
        let strangers = (1...2 * HolderChannelKey.signers).map { "did:omn:\($0)" }
        // More wallets than are counted, and each of the first fifty as often as it can.
        for (number, stranger) in strangers.enumerated() {
            for _ in 0..<(number < 50 ? HolderChannelKey.attempts : 1) {
                state = state.afterUndecryptable(by: stranger)
            }
        }
        guard case .profiled(let kept) = state.stage else {
            Issue.record("the profile was deleted")
            return
        }
        #expect(kept.failures?.count == HolderChannelKey.signers)
        #expect(strangers.filter(kept.refuses) == Array(strangers.prefix(50)))
        #expect(!kept.refuses("did:omn:holder"))
    }

    @Test("messages that are refused before the key is used do not count against the profile")
    func strangers() async throws {
        let world = try await IssuanceWorld()
        let other = try await world.holder(78)
        var run = try await IssuanceRun.profiled(world, to: world.holder())
        let request = try await run.makeRequest()
        var foreign = request
        foreign.accE2e = try await other.answer(run.profile.unwrapped.profile.process.reqE2e, at: world.now).accE2e
        for _ in 0...HolderChannelKey.attempts {
            #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, foreign) == "SSRVISS00413")
        }
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "200")
    }
}
