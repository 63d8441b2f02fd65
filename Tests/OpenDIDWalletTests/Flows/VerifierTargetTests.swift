import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("The address of a verifier")
struct VerifierTargetTests {
    private func url(_ endpoints: [String]?) throws -> String {
        let base = try #require(URLText.url("http://127.0.0.1:8092"))
        let offer = VerifyOfferPayload(offerId: "o", type: .VerifyOffer, mode: .Direct, endpoints: endpoints)
        let target = try VerifierTarget(offer, ServiceAddresses(all: base))
        return try target.call(OpenDIDEndpoints.Verifier.requestProfile, RequestProfile(id: "1", offerId: "o")).url
    }

    @Test(
        "every form of endpoint leads to the same call",
        arguments: [
            nil, [], ["http://127.0.0.1:8092"], ["http://127.0.0.1:8092/"], ["http://127.0.0.1:8092/verifier"],
            ["http://127.0.0.1:8092/verifier/api/v1"], ["http://127.0.0.1:8092/verifier/api/v1/request-verify"],
            ["http://127.0.0.1:8092/verifier/api/v1/request-profile/"],
            ["http://evil.example", "http://127.0.0.1:8092"],
        ] as [[String]?])
    func forms(_ endpoints: [String]?) throws {
        #expect(try url(endpoints) == "http://127.0.0.1:8092/verifier/api/v1/request-profile")
    }

    @Test("an offer that names only forbidden hosts is refused")
    func hosts() {
        let error = #expect(throws: WalletError.self) { try url(["http://evil.example/verifier"]) }
        #expect(error?.code == .offer)
    }
}
