import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Every message to the verifier with one member changed")
struct VerifierMutationTests {
    @Test("a changed presentation or message is refused, and the right one is still accepted")
    func presentation() async throws {
        // Both keys are asked for, so that neither proof may be missing.
        let world = try await IssuanceWorld { $0.seed.verifications[0].authType = [.pin, .bio, .and] }
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        let (mine, foreign) = (
            try await IssuanceRun.issued(world, to: holder),
            try await IssuanceRun.issued(world, to: other, pii: "pii of bob")
        )
        var run = try await PresentationRun.profiled(world, by: holder)
        var elsewhere = try await PresentationRun.profiled(world, by: other)
        let presentation = try await holder.presentation(
            for: run.profile, of: [mine], keys: [.pin, .bio], at: world.now)
        let foreignOne = try await other.presentation(
            for: elsewhere.profile, of: [foreign], keys: [.pin, .bio], at: world.now)
        let request = try await run.request(presentation)
        let channel = try run.channel.unwrapped

        var count = 0
        let inside = JSONMutation.all(
            of: try JSONValue(parsing: presentation.canonicalBytes()),
            swappingWith: try JSONValue(parsing: foreignOne.canonicalBytes()))
        for mutation in inside {
            var changed = request
            changed.encVp = try channel.seal(bytes: mutation.value.serialized())
            let expected =
                switch mutation.description {
                // The remaining claims are valid, and fewer than requested.
                case "proofs.0 dropped", "proofs.1 dropped": VerifierError.authenticationInvalid
                default:
                    mutation.path == ["verifierNonce"] ? VerifierError.nonceMismatch : VerifierError.presentationInvalid
                }
            #expect(
                try await world.code(OpenDIDEndpoints.Verifier.requestVerify, changed, as: .anybody) == expected.text,
                "\(mutation)")
            count += 1
        }
        let check = MutationCheck(world: world)
        count += try await check(
            OpenDIDEndpoints.Verifier.requestVerify, request, other: try await elsewhere.request(foreignOne),
            refusedWith: .verifier([
                // Optional (OpenDID sheet 4.9, #36), and without it nothing is known.
                "txId dropped": VerifierError.transactionUnknown, "txId swapped": VerifierError.decryptionFailed,
                "accE2e swapped": VerifierError.decryptionFailed, "encVp swapped": VerifierError.decryptionFailed,
                "encVp emptied": VerifierError.decodingFailed,
            ]))
        #expect(count >= 250, "\(count) changes")
        #expect(try await !elsewhere.result().result)
    }

    @Test("a changed request for a profile is refused")
    func profile() async throws {
        let world = try await IssuanceWorld()
        let (offer, other) = (try await PresentationRun.offered(world), try await PresentationRun.offered(world))
        var check = MutationCheck(world: world)
        // A wallet that scanned a printed code has no transaction (OpenDID sheet 4.9, #36).
        check.harmless.insert("txId dropped")
        let count = try await check(
            OpenDIDEndpoints.Verifier.requestProfile, try PresentationRun.profileRequest(world, offer),
            other: try PresentationRun.profileRequest(world, other),
            refusedWith: .verifier([
                "offerId emptied": VerifierError.offerInvalid, "offerId swapped": VerifierError.transactionOffer,
                "txId swapped": VerifierError.transactionOffer,
            ]))
        #expect(count >= 9, "\(count) changes")
    }
}
