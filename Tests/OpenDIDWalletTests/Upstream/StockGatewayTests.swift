import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDIDWallet
import OpenDID_DataModel
import Synchronization
import Testing

@Suite("Upstream's gateways, called by the wallet")
struct StockGatewayTests {
    /// Answers as upstream's gateway does: it takes a bare DID only (did-api-server, `DidValidator`), shows the newest document, and in the
    /// `repository` profile leaves `vcId` null.
    private final class StockGateway: ServiceTransport {
        let document: DIDDocument
        let meta: VCMeta?
        let asked = Mutex<[String]>([])

        init(_ document: DIDDocument, meta: VCMeta? = nil) {
            self.document = document
            self.meta = meta
        }

        func send(_ call: ServiceCall) async throws -> ServiceAnswer {
            let value = (call.url.split(separator: "=", maxSplits: 1).last.map(String.init) ?? "")
                .replacing("%3A", with: ":").replacing("%3F", with: "?").replacing("%3D", with: "=")
            asked.withLock { $0.append(value) }
            if call.path == "/api-gateway/api/v1/vc-meta", let meta {
                let sealed = try MultibaseEnvelope.seal(meta)
                return ServiceAnswer(status: 200, body: Array(#"{"vcId":null,"vcMeta":"\#(sealed)"}"#.utf8))
            }
            // ^did:[a-z0-9]+:[a-zA-Z0-9._%-]*$ or the like: no query.
            guard call.path == "/api-gateway/api/v1/did-doc", value == document.id else {
                return ServiceAnswer(
                    status: 400, body: Array(#"{"code":"SSRVAGW00301","description":"Invalid DID"}"#.utf8))
            }
            return ServiceAnswer(status: 200, body: try DIDDocVO(document: document).canonicalBytes())
        }
    }

    private func registry(_ gateway: StockGateway) throws -> GatewayRegistry {
        GatewayRegistry(
            transport: gateway, addresses: ServiceAddresses(all: try #require(URLText.url(TrustStage.base))))
    }

    private func document(version: String) throws -> DIDDocument {
        var document = try TrustStage.document("did:omn:issuer", .p256(P256PrivateKey()))
        document.versionId = version
        return document
    }

    @Test("stock fault 1: the wallet requests a document by the bare DID, and accepts it in the wanted version")
    func bareDID() async throws {
        let gateway = StockGateway(try document(version: "1"))
        let found = try await registry(gateway).resolve("did:omn:issuer", versionId: "1")
        #expect(found?.document == gateway.document)
        #expect(gateway.asked.withLock { $0 } == ["did:omn:issuer"])
    }

    @Test("stock fault 1: a version that a stock gateway does not show is not replaced by another one")
    func otherVersion() async throws {
        let gateway = StockGateway(try document(version: "2"))
        #expect(try await registry(gateway).resolve("did:omn:issuer", versionId: "1") == nil)
        #expect(try await registry(gateway).resolve("did:omn:issuer", versionId: "2")?.document.versionId == "2")
        #expect(try await registry(gateway).resolve("did:omn:issuer", versionId: nil)?.document.versionId == "2")
    }

    @Test("stock fault 2: a gateway of the repository profile leaves vcId null")
    func nullCredentialID() async throws {
        let stage = try await TrustStage()
        let (id, meta) = try #require(stage.world.withLock { $0.statuses.first })
        let gateway = StockGateway(try document(version: "1"), meta: meta)
        #expect(try await registry(gateway).standing(ofCredential: id)?.status == .ACTIVE)
    }
}
