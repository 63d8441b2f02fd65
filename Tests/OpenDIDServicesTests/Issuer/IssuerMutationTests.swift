import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Every message to the issuer with one member changed")
struct IssuerMutationTests {
    @Test(
        "issuance: each changed message is refused, the registry does not change, and the right message is still accepted"
    )
    func issuance() async throws {
        let world = try await IssuanceWorld()
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        var check = MutationCheck(world: world)
        var count = 0

        var run = try await IssuanceRun.proposed(world, to: holder)
        var elsewhere = try await IssuanceRun.profiled(world, to: other, pii: "pii of bob")
        // Only the trust agent knows whom a credential is for, so the issuer accepts its word about another person's DID and PII.
        check.harmless.formUnion([
            "holder swapped", "holder.did swapped", "holder.pii swapped", "holder.pii emptied", "holder.pii dropped",
        ])
        let request = run.profileRequest
        count += try await check(
            OpenDIDEndpoints.Issuer.generateIssueProfile, request, other: elsewhere.profileRequest,
            refusedWith: .issuer([
                "txId swapped": IssuerError.transactionInvalid, "holder.did emptied": IssuerError.holderUnknown,
            ]))
        run.profile = try await world.answer(OpenDIDEndpoints.Issuer.generateIssueProfile, request).profile

        let wanted = try JSONValue(parsing: run.wanted().canonicalBytes())
        let issue = try await run.makeRequest()
        let (channel, sent) = (try run.channel.unwrapped, issue)
        for mutation in JSONMutation.all(
            of: wanted, swappingWith: try JSONValue(parsing: elsewhere.wanted().canonicalBytes()))
        {
            var changed = sent
            changed.encReqVc = try channel.seal(bytes: mutation.value.serialized())
            let expected =
                switch (mutation.change, mutation.path.last) {
                case (.dropped, _), (.otherKind, _), (.emptied, "profile"): IssuerError.requestUnreadable
                case (_, "refId"): IssuerError.referenceMismatch
                case (_, "issuerNonce"): IssuerError.nonceMismatch
                default: IssuerError.profileMismatch
                }
            #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, changed) == expected.text, "\(mutation)")
            count += 1
        }
        count += try await check(
            OpenDIDEndpoints.Issuer.issueVC, issue, other: try await elsewhere.makeRequest(),
            refusedWith: .issuer([
                "encReqVc emptied": IssuerError.decodingFailed, "encReqVc swapped": IssuerError.decryptionFailed,
            ]))
        let answer = try await world.answer(OpenDIDEndpoints.Issuer.issueVC, issue)
        let credential = try channel.opening(answer.e2e)

        let foreign = try await elsewhere.issue()
        count += try await check(
            OpenDIDEndpoints.Issuer.completeVC, CompleteVc(id: world.messageID(), txId: run.txID, vcId: credential.id),
            other: CompleteVc(id: world.messageID(), txId: elsewhere.txID, vcId: foreign.id),
            refusedWith: .issuer(
                Dictionary(
                    uniqueKeysWithValues: ["vcId emptied", "vcId swapped", "txId swapped"].map {
                        ($0, IssuerError.credentialMismatch)
                    })))
        #expect(count >= 80, "\(count) changes")
    }

    private static let revocationCodes: [String: ServiceErrorCode] = {
        var codes = ["request.issuerNonce emptied", "request.issuerNonce swapped"].map {
            ($0, IssuerError.revocationNonceMismatch)
        }
        codes += ["txId swapped", "request swapped", "request.vcId emptied", "request.vcId swapped"].map {
            ($0, IssuerError.credentialMismatch)
        }
        codes += ["", ".0", ".1", ".0.verificationMethod", ".1.verificationMethod"].map {
            ("request.proofs\($0) swapped", IssuerError.holderInvalid)
        }
        return Dictionary(uniqueKeysWithValues: codes)
    }()

    @Test(
        "revocation: each changed message is refused, the registry does not change, and the right message is still accepted"
    )
    func revocation() async throws {
        // Both keys are asked for, so that neither proof may be missing.
        let world = try await IssuanceWorld { $0.issuer.revocation = [.pin, .bio, .and] }
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        let (mine, foreign) = (
            try await IssuanceRun.issued(world, to: holder),
            try await IssuanceRun.issued(world, to: other, pii: "pii of bob")
        )
        let check = MutationCheck(world: world)
        func opened(_ vcID: String) async throws -> _InspectProposeRevoke {
            try await world.answer(
                OpenDIDEndpoints.Issuer.inspectProposeRevoke, InspectProposeRevoke(id: world.messageID(), vcId: vcID))
        }
        func request(_ opened: _InspectProposeRevoke, _ vcID: String, by holder: TestHolder) async throws -> RevokeVc {
            RevokeVc(
                id: world.messageID(), txId: opened.txId,
                request: try await holder.wish(vcID, nonce: opened.issuerNonce, keys: [.pin, .bio], at: world.now))
        }
        let (first, second) = (try await opened(mine.id), try await opened(foreign.id))
        var count = try await check(
            OpenDIDEndpoints.Issuer.revokeVC, try await request(first, mine.id, by: holder),
            other: try await request(second, foreign.id, by: other), refusedWith: .issuer(Self.revocationCodes))
        count += try await check(
            OpenDIDEndpoints.Issuer.completeRevoke, CompleteRevoke(id: world.messageID(), txId: first.txId),
            other: CompleteRevoke(id: world.messageID(), txId: second.txId),
            refusedWith: .issuer(["txId swapped": IssuerError.transactionInvalid]))
        #expect(count >= 60, "\(count) changes")
        #expect(try await world.status(foreign.id) == .ACTIVE)
    }
}
