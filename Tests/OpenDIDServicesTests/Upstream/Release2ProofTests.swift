import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Release 2's zero-knowledge proofs are refused with an error")
struct Release2ProofTests {
    private static let accE2e = AccE2e(publicKey: "zA", iv: "mAAECAwQFBgcICQoLDA0ODw")

    /// The members of upstream's error body, and no others.
    private func refusal(_ response: ServiceResponse) throws -> String {
        let body = try JSONValue(parsing: response.body)
        #expect(body.objectValue?.count == 2 && body["description"]?.stringValue?.contains("not offered") == true)
        return "\(body["code"]?.stringValue ?? "none") \(response.status)"
    }

    @Test("the gateway has neither schema nor definition of an anonymous credential")
    func gateway() async throws {
        let world = try await CoreWorld()
        for query in [ServiceQuery("id", "did:omn:issuer:2:mdl:1.0"), ServiceQuery()] {
            #expect(
                try refusal(await world.get(OpenDIDEndpoints.Gateway.zkpCredentialSchema, query)) == "SSRVAGW00500 400")
            #expect(
                try refusal(await world.get(OpenDIDEndpoints.Gateway.zkpCredentialDefinition, query))
                    == "SSRVAGW00501 400")
        }
        #expect(await world.post(OpenDIDEndpoints.Gateway.zkpCredentialSchema.path, []).status == 405)
    }

    @Test("the verifier has no policy for such a proof, and no profile that a proof could answer")
    func verifier() async throws {
        let world = try await CoreWorld()
        let (profile, proof) = (
            OpenDIDEndpoints.Verifier.requestProofRequestProfile, OpenDIDEndpoints.Verifier.requestVerifyProof
        )
        #expect(try refusal(await world.post(profile, RequestProfile(id: "1", offerId: "o"))) == "SSRVVRF01202 400")
        let shown = RequestVerifyProof(id: "1", txId: "t", accE2e: Self.accE2e, encProof: "mAAAA", nonce: "5")
        #expect(try refusal(await world.post(proof, shown)) == "SSRVVRF01201 400")
        // As at every other endpoint.
        for path in [profile.path, proof.path] {
            #expect(await world.post(path, Array("{}".utf8)).code == "9999")
            #expect(await world.post(path, Array("nonsense".utf8)).code == "SSRVVRF00100")
            let get = await world.router.respond(to: ServiceRequest(method: "GET", path: path))
            #expect(get.status == 405)
        }
    }

    @Test("the issuer refuses a credentialRequest, and issues without one")
    func issuer() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        var run = try await IssuanceRun.profiled(world, to: holder)
        #expect(run.profile?.profile.credentialOffer == nil)
        var wanted = try run.wanted()
        wanted.credentialRequest = ZKPObject()
        let request = try await run.makeRequest(wanted)
        let response = try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request)
        #expect(try refusal(response) == "SSRVISS00831 400")
        #expect(try await run.issue().credentialSubject.id == holder.did)
    }
}
