import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Revoking at the issuer")
struct RevocationTests {
    private struct Opened {
        let txID: String
        let nonce: String
        let authType: VerifyAuthType
    }

    private func open(_ world: IssuanceWorld, _ vcID: String) async throws -> Opened {
        let answer = try await world.answer(
            OpenDIDEndpoints.Issuer.inspectProposeRevoke, InspectProposeRevoke(id: world.messageID(), vcId: vcID))
        return Opened(txID: answer.txId, nonce: answer.issuerNonce, authType: answer.authType)
    }

    private func revoke(_ world: IssuanceWorld, _ opened: Opened, _ wish: ReqRevokeVc) async throws -> String {
        try await world.code(
            OpenDIDEndpoints.Issuer.revokeVC, RevokeVc(id: world.messageID(), txId: opened.txID, request: wish))
    }

    @Test("a holder revokes a credential, and the request is stored as evidence")
    func happyPath() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await open(world, credential.id)
        #expect(opened.authType == [.pin, .bio])
        #expect(try Multibase.decode(opened.nonce).bytes.count == 16)
        let wish = try await holder.wish(credential.id, nonce: opened.nonce, at: world.now)
        #expect(try await revoke(world, opened, wish) == "200")
        #expect(try await world.status(credential.id) == .REVOKED)
        let evidence = try await world.assembly.database.read { rows in
            try rows.revocationRequest(of: credential.id)
        }
        #expect(try evidence == wish.canonicalBytes())
        let completion = CompleteRevoke(id: world.messageID(), txId: opened.txID)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeRevoke, completion) == "200")
    }

    @Test("an unknown or revoked credential cannot be revoked")
    func standing() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let unknown = InspectProposeRevoke(id: world.messageID(), vcId: "00000000-0000-4000-8000-000000000000")
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeRevoke, unknown) == "SSRVISS00206")
        // The trust agent's certificates are in the registry too, and not this issuer's.
        let certificate: VerifiableCredential = try await world.answer(
            OpenDIDEndpoints.certificate(of: .issuer), ServiceQuery())
        let foreign = InspectProposeRevoke(id: world.messageID(), vcId: certificate.id)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeRevoke, foreign) == "SSRVISS00206")

        let opened = try await open(world, credential.id)
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .REVOKED, at: world.now)])
        let wish = try await holder.wish(credential.id, nonce: opened.nonce, at: world.now)
        #expect(try await revoke(world, opened, wish) == "SSRVISS00209")
        let again = InspectProposeRevoke(id: world.messageID(), vcId: credential.id)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.inspectProposeRevoke, again) == "SSRVISS00209")
    }

    @Test("only the holder of a credential can have it revoked")
    func otherSigner() async throws {
        let world = try await IssuanceWorld()
        let (holder, other) = (try await world.holder(1), try await world.holder(2))
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await open(world, credential.id)
        let wish = try await other.wish(credential.id, nonce: opened.nonce, at: world.now)
        #expect(try await revoke(world, opened, wish) == "SSRVISS00302")
        #expect(try await world.status(credential.id) == .ACTIVE)
    }

    @Test("a request for another credential, or with another nonce, is refused")
    func otherWish() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let licence = try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan)
        let (opened, other) = (try await open(world, credential.id), try await open(world, licence.id))
        let wrongID = try await holder.wish(licence.id, nonce: opened.nonce, at: world.now)
        #expect(try await revoke(world, opened, wrongID) == "SSRVISS00207")
        let wrongNonce = try await holder.wish(credential.id, nonce: other.nonce, at: world.now)
        #expect(try await revoke(world, opened, wrongNonce) == "SSRVISS00210")
        #expect(try await world.status(credential.id) == .ACTIVE)
        #expect(try await world.status(licence.id) == .ACTIVE)
    }

    @Test("a faulty proof is refused", arguments: ["none", "purpose", "value", "keyagree", "replaced", "deactivated"])
    func proofs(fault: String) async throws {
        let world = try await IssuanceWorld()
        var holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await open(world, credential.id)
        var wish = try await holder.wish(credential.id, nonce: opened.nonce, at: world.now)
        switch fault {
        case "none": wish.proof = nil
        case "purpose":
            wish = try await holder.wish(credential.id, nonce: opened.nonce, purpose: .authentication, at: world.now)
        case "value":
            let other = try await holder.wish(credential.id, nonce: holder.nonce(), at: world.now)
            wish.proof?.proofValue = other.proof?.proofValue
        case "keyagree":
            wish = try await holder.wish(credential.id, nonce: opened.nonce, keys: [.keyagree], at: world.now)
        case "replaced":
            let stolen = holder
            try await world.replaceKey(.pin, of: &holder)
            wish = try await stolen.wish(credential.id, nonce: opened.nonce, at: world.now)
        default: try await world.registry.apply([.setDIDStatus(did: holder.did, .deactivated, at: world.now)])
        }
        #expect(try await revoke(world, opened, wish) == "SSRVISS00413")
        #expect(try await world.status(credential.id) == .ACTIVE)
    }

    @Test(
        "the request has to be signed with the keys that the issuer asks for",
        arguments: [
            (0x0002, [DIDKeyName.pin], true), (0x0002, [.bio], false), (0x0004, [.bio], true), (0x0004, [.pin], false),
            (0x0006, [.bio], true),
            (0x0006, [.pin, .bio], true), (0x8006, [.pin], false), (0x8006, [.bio], false),
            (0x8006, [.pin, .bio], true),
        ])
    func authentication(bits: Int, keys: [DIDKeyName], isAccepted: Bool) async throws {
        let world = try await IssuanceWorld { $0.issuer.revocation = VerifyAuthType(rawValue: bits) }
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await open(world, credential.id)
        #expect(opened.authType.rawValue == bits)
        let wish = try await holder.wish(credential.id, nonce: opened.nonce, keys: keys, at: world.now)
        #expect(try await revoke(world, opened, wish) == (isAccepted ? "200" : "SSRVISS00413"))
        #expect(try await world.status(credential.id) == (isAccepted ? .REVOKED : .ACTIVE))
    }

    @Test("an issuer that would accept unprotected keys does not start", arguments: [0, 1, 3, 0x8000, 0x8010])
    func settings(bits: Int) async throws {
        await #expect(throws: ServicesError.self) {
            _ = try await IssuanceWorld { $0.issuer.revocation = VerifyAuthType(rawValue: bits) }
        }
    }

    @Test("steps are done once and in order, and a repeated request gets the same answer")
    func order() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        let opened = try await open(world, credential.id)
        let completion = CompleteRevoke(id: world.messageID(), txId: opened.txID)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.completeRevoke, completion) == "SSRVISS00002")
        let wish = try await holder.wish(credential.id, nonce: opened.nonce, at: world.now)
        let request = RevokeVc(id: world.messageID(), txId: opened.txID, request: wish)
        let answer = try await world.ask(OpenDIDEndpoints.Issuer.revokeVC, request)
        #expect(answer.status == 200)
        #expect(try await world.ask(OpenDIDEndpoints.Issuer.revokeVC, request) == answer)
        #expect(try await revoke(world, opened, wish) == "SSRVISS00002")
        let late = try await open(world, IssuanceRun.issued(world, to: holder).id)
        world.clock.advance(by: 3600)
        #expect(try await revoke(world, late, wish) == "SSRVISS00003")
    }

    @Test(
        "an operator deactivates a credential, activates it again, and revokes it for good",
        arguments: [
            OpenDIDEndpoints.Issuer.updateVCStatus, OpenDIDEndpoints.Issuer.updateStatus,
        ])
    func operatorStatus(endpoint: ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>) async throws {
        let world = try await IssuanceWorld()
        let credential = try await IssuanceRun.issued(world, to: world.holder())
        func set(_ status: VCStatusEnum, as caller: IssuanceWorld.Caller = .operatorHere, id: String? = nil)
            async throws -> String
        {
            try await world.code(endpoint, UpdateVcStatus(vcId: id ?? credential.id, vcStatus: status), as: caller)
        }
        #expect(try await set(.REVOKED, as: .anybody) == "9401")
        #expect(try await set(.REVOKED, as: .peer) == "9401")
        #expect(try await set(.INACTIVE) == "200")
        #expect(try await world.status(credential.id) == .INACTIVE)
        #expect(try await set(.ACTIVE) == "200")
        #expect(try await set(.REVOKED) == "200")
        #expect(try await set(.ACTIVE) == "SSRVISS00209")
        #expect(try await set(.REVOKED, id: "another") == "SSRVISS00206")
        #expect(try await world.status(credential.id) == .REVOKED)
    }
}
