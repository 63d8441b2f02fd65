import HeraldJSON
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDServices

@Suite("Calls between servers")
struct PeerClientTests {
    private final class Wire: PeerTransport {
        struct Down: Error {}
        let answer: ServiceResponse?
        let sent = Mutex<[(ServiceRequest, String)]>([])

        init(_ answer: ServiceResponse?) { self.answer = answer }

        func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
            sent.withLock { $0.append((request, baseURL)) }
            guard let answer else { throw Down() }
            return answer
        }
    }

    private func client(_ wire: Wire, addresses: [ServiceRole: String] = [.cas: "http://cas.test"]) -> PeerClient {
        PeerClient(local: LateHandler(), localRoles: [.tas], addresses: addresses, token: "token", transport: wire)
    }

    private func ask(_ client: PeerClient, at baseURL: String? = nil) async -> Result<String, ServiceError> {
        do throws(ServiceError) {
            let answer = try await client.call(
                OpenDIDEndpoints.CAS.retrievePII, RetrievePii(userId: "user"), at: baseURL,
                unreachable: TASError.peerUnreachable)
            return .success(answer.pii)
        } catch {
            return .failure(error)
        }
    }

    private func refusal(_ wire: Wire, addresses: [ServiceRole: String] = [.cas: "http://cas.test"]) async
        -> ServiceError?
    {
        guard case .failure(let error) = await ask(client(wire, addresses: addresses)) else { return nil }
        return error
    }

    @Test("a server of another process is called at its address, with the peers' token")
    func remote() async throws {
        let wire = Wire(ServiceResponse(status: 200, body: Array(#"{"pii":"data"}"#.utf8)))
        #expect(try await ask(client(wire)).get() == "data")
        #expect(try await ask(client(wire, addresses: [:]), at: "http://elsewhere.test").get() == "data")
        let sent = wire.sent.withLock { $0 }
        #expect(sent.map(\.1) == ["http://cas.test", "http://elsewhere.test"])
        #expect(sent.first?.0.authorization == "Bearer token" && sent.first?.0.path == "/cas/api/v1/retrieve-pii")
        #expect(sent.first?.0.body == Array(#"{"userId":"user"}"#.utf8))
    }

    @Test("another server's refusal is passed on with its code and text, with status 400")
    func relayed() async {
        let body = #"{"code":"SCRVCFA00400","description":"There is nobody."}"#
        let error = await refusal(Wire(ServiceResponse(status: 500, body: Array(body.utf8))))
        #expect(
            error?.code.text == "SCRVCFA00400" && error?.description == "There is nobody." && error?.code.status == 400)
    }

    @Test("no answer, an unreadable answer, and a missing address are the caller's own error")
    func unreachable() async {
        for wire in [
            Wire(nil), Wire(ServiceResponse(status: 200, body: Array("{}".utf8))),
            Wire(ServiceResponse(status: 502, body: [])),
        ] {
            #expect(await refusal(wire)?.code == TASError.peerUnreachable)
        }
        #expect(await refusal(Wire(nil), addresses: [:])?.code == TASError.peerUnreachable)
    }

    @Test("a server of this process that is not ready counts as none")
    func notReady() async {
        let client = PeerClient(
            local: LateHandler(), localRoles: [.cas], addresses: [:], token: nil, transport: Wire(nil))
        guard case .failure(let error) = await ask(client) else {
            Issue.record("answered")
            return
        }
        #expect(error.code == TASError.peerUnreachable)
    }
}
