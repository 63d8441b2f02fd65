import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Wallets that behave differently")
struct OtherWalletTests {
    @Test("a wallet that drops leading zero bytes of the secret is understood")
    func leadingZeros() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let issuance = try await IssuanceRun.profiled(world, to: holder)
        let offer = try issuance.profile.unwrapped.profile.process.reqE2e
        let channel = try await holder.answerDroppingZeros(offer, at: world.now)
        let request = IssueVc(
            id: world.messageID(), txId: issuance.txID, accE2e: channel.accE2e,
            encReqVc: try channel.seal(issuance.wanted()))
        let answer = try await world.answer(OpenDIDEndpoints.Issuer.issueVC, request)
        // It comes back under the key that the wallet has.
        let credential = try channel.opening(answer.e2e)
        #expect(credential.credentialSubject.id == holder.did)

        let run = try await PresentationRun.profiled(world, by: holder)
        let other = try await holder.answerDroppingZeros(run.profile.profile.process.reqE2e, at: world.now)
        let presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        let verify = RequestVerify(
            id: world.messageID(), txId: run.txID, accE2e: other.accE2e, encVp: try other.seal(presentation))
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, verify, as: .anybody) == "200")
    }

    @Test("the key's entry in the DID document counts, not the key's name")
    func authTypeOfTheDocument() async throws {
        let world = try await IssuanceWorld { configuration in
            configuration.seed.verifications[0].authType = .bio
        }
        var holder = try TestHolder(seed: 9, keys: [.keyagree, .pin], created: world.now)
        let (pin, agree) = (try holder.keys[.pin].unwrapped, try holder.keys[.keyagree].unwrapped)
        holder.document = try DIDDocument(
            did: DID(holder.did), controller: "did:omn:tas",
            keys: [
                DIDKeyEntry(.keyagree, agree.verificationKey),
                DIDKeyEntry(
                    id: "pin", key: pin.verificationKey, purposes: [.assertionMethod, .authentication], authType: .bio),
            ], created: world.now)
        try await world.register(holder.document, role: .Etc)
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "200")
    }

    @Test("members that a newer wallet adds change nothing")
    func unknownMembers() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        var presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        presentation.unknownMembers.members["new"] = "signed too"
        presentation.proof = nil
        presentation = try await presentation.signed(by: [holder.request(.pin, for: .assertionMethod, at: world.now)])
        var request = try await run.request(presentation)
        request.unknownMembers.members["version"] = 2
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "200")
    }
}
