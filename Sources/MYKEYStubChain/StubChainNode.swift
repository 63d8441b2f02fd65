import HTTPTypes
import HeraldJSON
import HeraldPeer
import MYKEYLocalServers
import MYKEYServices
import Synchronization

/// A node that speaks the documented JSON of both EOS and Ethereum nodes on one loopback port. It takes its responses from a ``StubChain``.
/// It is for demonstrations and tests without a network.
package final class StubChainNode: Sendable {
    /// The state from which the node responds.
    package let chain: StubChain
    private let server: LoopbackServer

    /// The URL of the node for both chains, `http://127.0.0.1:PORT`.
    package var url: String { server.url }

    private init(chain: StubChain, server: LoopbackServer) {
        self.chain = chain
        self.server = server
    }

    /// Starts the node.
    /// - Parameters:
    ///   - chain: the state. Two nodes may share one.
    ///   - port: the port, or 0 for any free port.
    package static func start(_ chain: StubChain = StubChain(), port: Int = 0) async throws -> StubChainNode {
        StubChainNode(chain: chain, server: try await LoopbackServer.start(StubRoutes(chain: chain), port: port))
    }

    /// Stops listening.
    package func stop() async { await server.stop() }
}

/// The routes of a ``StubChainNode``.
private struct StubRoutes: ListenerHandler {
    private static let bodyLimit = 1 << 16
    private static let questions = "/v1/chain/"
    let chain: StubChain

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        guard request.head.method == .post, let path = LoopbackServer.path(of: request) else {
            return .answered(ListenerResponse(.notFound))
        }
        if path == "/" {
            return .admitted(.whole(upTo: Self.bodyLimit)) { body in
                await respond(to: body.bytes, question: nil) { chain.ethereumAnswer($0) }
            }
        }
        let question = String(path.dropFirst(Self.questions.count))
        guard path.hasPrefix(Self.questions), !question.contains("/") else {
            return .answered(ListenerResponse(.notFound))
        }
        return .admitted(.whole(upTo: Self.bodyLimit)) { body in
            await respond(to: body.bytes, question: question) { chain.eosAnswer(question, $0) }
        }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.contentTooLarge) }

    private func respond(to body: [UInt8], question: String?, _ answer: (JSONValue) -> JSONValue?) async
        -> ListenerResponse
    {
        guard let asked = try? JSONValue(parsing: body) else { return Self.response(StubChain.eosFailure, 500) }
        let trouble = chain.state.withLock { state in
            state.questions.append(question ?? asked["method"]?.stringValue ?? "")
            return state.trouble
        }
        switch trouble {
        case .serverError?: return Self.response(StubChain.eosFailure, 500)
        case .notJSON?: return ListenerResponse(.ok, body: .bytes(Array("<html>busy</html>".utf8)))
        case .otherForm?:
            return Self.response(
                ["jsonrpc": "2.0", "id": 1, "result": 7, "rows": "none", "chain_id": .string(chain.chains.eos)], 200)
        case .redirect?: return ListenerResponse(.found, headers: [.location: "http://127.0.0.1:9/"])
        case .silence?:
            // The node does not respond: it waits until the server is stopped.
            try? await Task.sleep(for: .seconds(3600))
            return ListenerResponse(.internalServerError)
        case nil: break
        }
        guard let value = answer(asked) else { return Self.response(StubChain.eosFailure, 500) }
        return Self.response(value, 200)
    }

    private static func response(_ value: JSONValue, _ status: Int) -> ListenerResponse {
        ListenerResponse(
            HTTPResponse.Status(code: status), headers: [.contentType: "application/json"],
            body: .bytes(value.serialized()))
    }
}
