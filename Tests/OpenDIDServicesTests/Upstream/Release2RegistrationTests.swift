import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@Suite("A trust agent called by release 2's wallets")
struct Release2RegistrationTests {
    /// Reads tokens that it signed itself; a plain id it knows too.
    private struct TokenOffice: KYCCheck {
        func userID(for evidence: KYCEvidence) async throws -> String? {
            if let token = evidence.token { return token == "signed: user-1" ? "user-1" : nil }
            return evidence.reference == "case 77" ? "user-1" : nil
        }
    }

    private func retrieve(_ world: TrustAgentWorld, _ id: String?, _ token: String?) async throws {
        let wallet = try await TestWallet.created(in: world, seed: 5)
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: wallet.messageID()))
        let session = try await wallet.session(in: world, opened.txId, .device, .CREATE_DID)
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token, kycTxId: id, kycToken: token))
    }

    @Test(
        "kycToken: the identity check gets the token, alone or beside a kycTxId",
        arguments: [
            (String?.none, String?.some("signed: user-1"), true), ("", "signed: user-1", true),
            ("user-2", "signed: user-1", true),
            ("case 77", nil, true), (nil, "forged", false), ("case 77", "forged", false),
        ])
    func checked(id: String?, token: String?, isConfirmed: Bool) async throws {
        let world = try await TrustAgentWorld(kyc: TokenOffice())
        if isConfirmed {
            try await retrieve(world, id, token)
        } else {
            await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, id, token) }
        }
        await world.stop()
    }

    @Test("kycToken: without an identity check a token is not a user ID, and a user ID beside it counts")
    func unchecked() async throws {
        let world = try await TrustAgentWorld()
        await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, nil, "user-1") }
        await world.stop()
        let other = try await TrustAgentWorld()
        try await retrieve(other, "user-1", "whatever")
        await other.stop()
    }

    @Test("authNonce: the answer to propose-update-diddoc has the transaction and 16 bytes to authenticate with")
    func authNonce() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let request = ProposeUpdateDidDoc(id: wallet.messageID(), did: wallet.holder.id)
        let response = await world.services.handler.respond(
            to: ServiceRequest(
                method: "POST", path: OpenDIDEndpoints.TAS.proposeUpdateDIDDoc.path, body: try request.canonicalBytes())
        )
        let body = try JSONValue(parsing: response.body)
        #expect(body.objectValue?.count == 2 && body["txId"]?.stringValue?.isEmpty == false)
        let nonce = try #require(body["authNonce"]?.stringValue)
        #expect(try Multibase.decode(nonce).bytes.count == 16)
        await world.stop()
    }
}
