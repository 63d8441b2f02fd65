import HeraldKeys
import HeraldP256
import OpenDIDWallet
import OpenDID_DataModel
import Synchronization
import Testing

@Suite("An unknown DID at a stock gateway")
struct StockUnknownDIDTests {
    /// Answers 500 to a DID that it does not know, and to every DID while the ledger is out of reach (did-api-server V2.0.0,
    /// `BlockchainServiceImpl`).
    private final class ChainGateway: ServiceTransport {
        let documents: Mutex<[String: DIDDocument]>
        let failures: Mutex<Int>
        let status: Int
        let body: String

        /// The answer of a gateway of the blockchain profile.
        static let refusal = #"{"code":"SSRVAGW00200","description":"Failed to retrieve DID document."}"#

        init(_ documents: [DIDDocument], failures: Int = 0, status: Int = 500, body: String = refusal) {
            self.body = body
            self.documents = Mutex(Dictionary(uniqueKeysWithValues: documents.map { ($0.id, $0) }))
            self.failures = Mutex(failures)
            self.status = status
        }

        func send(_ call: ServiceCall) async throws -> ServiceAnswer {
            let fails = failures.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            let did = (call.url.split(separator: "=").last.map(String.init) ?? "").replacing("%3A", with: ":")
            guard !fails, let document = documents.withLock({ $0[did] }) else {
                return ServiceAnswer(status: status, body: Array(body.utf8))
            }
            return ServiceAnswer(status: 200, body: try DIDDocVO(document: document).canonicalBytes())
        }
    }

    private static let holder = "did:omn:3kRYkzMWmkq5ZTGzNPp8mFxQ6Wtb"

    private func trust(_ gateway: ChainGateway) throws -> GatewayTrust {
        GatewayTrust(
            anchors: TrustAnchors(tas: "did:omn:tas"),
            addresses: ServiceAddresses(all: try #require(URLText.url(TrustStage.base))),
            transport: gateway, now: { TrustStage.now })
    }

    private func document(_ did: String) throws -> DIDDocument { try TrustStage.document(did, .p256(P256PrivateKey())) }

    @Test("a DID counts as not registered if the gateway shows the trust agent's document")
    func unknown() async throws {
        let gateway = ChainGateway([try document("did:omn:tas")])
        #expect(try await trust(gateway).registered(Self.holder) == nil)
    }

    @Test("nothing is known of a DID if the gateway shows nothing at all")
    func outOfReach() async throws {
        let gateway = ChainGateway([try document("did:omn:tas"), try document(Self.holder)], failures: 100)
        let error = await #expect(throws: WalletError.self) { try await trust(gateway).registered(Self.holder) }
        #expect(error?.code == .refused)
        #expect(error?.serverError?.code == "SSRVAGW00200")
    }

    @Test("a DID is found after the ledger was unreachable for a moment")
    func outOfReachForAMoment() async throws {
        let gateway = ChainGateway([try document("did:omn:tas"), try document(Self.holder)], failures: 1)
        #expect(try await trust(gateway).registered(Self.holder)?.document.id == Self.holder)
    }

    @Test("the trust agent's own DID never counts as unknown")
    func trustAgent() async throws {
        let error = await #expect(throws: WalletError.self) {
            try await trust(ChainGateway([])).registered("did:omn:tas")
        }
        #expect(error?.serverError?.status == 500)
    }

    @Test("Spring's own error body of release 1, from before the repository, means an unknown DID")
    func unhandled() async throws {
        let body =
            #"{"timestamp":"2025-01-01T00:00:00.000+00:00","status":500,"error":"Internal Server Error","path":"/api-gateway/api/v1/did-doc"}"#
        #expect(try await trust(ChainGateway([try document("did:omn:tas")], body: body)).registered(Self.holder) == nil)
    }

    @Test(
        "another page with status 500 does not mean an unknown DID",
        arguments: [
            "", "<html>500</html>", "{}", #"{"code":"SSRVAGW00201"}"#, #"{"status":502,"path":"/did-doc"}"#,
            #"{"status":500,"error":"x"}"#,
            #"{"code":"9999","status":500,"path":"/did-doc"}"#,
        ])
    func page(body: String) async throws {
        let error = await #expect(throws: WalletError.self) {
            try await trust(ChainGateway([try document("did:omn:tas")], body: body)).registered(Self.holder)
        }
        #expect(error?.serverError?.status == 500)
    }

    @Test("another status does not mean an unknown DID")
    func otherStatus() async throws {
        let gateway = ChainGateway([try document("did:omn:tas")], status: 503)
        let error = await #expect(throws: WalletError.self) { try await trust(gateway).registered(Self.holder) }
        #expect(error?.serverError?.status == 503)
    }
}
