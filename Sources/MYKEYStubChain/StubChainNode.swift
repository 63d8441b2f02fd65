import HTTPTypes
import HeraldJSON
import Hummingbird
import MYKEYHummingbird
import MYKEYServices
import NIOCore
import Synchronization

/// A node that speaks the documented JSON of both EOS and Ethereum nodes on one loopback port. It responds from a ``StubChain``, for
/// demos and tests without a network.
package final class StubChainNode: Sendable {
    /// The state that it responds from.
    package let chain: StubChain
    private let server: LoopbackServer

    /// `http://127.0.0.1:PORT`, for both chains.
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
        let router = Router()
        router.post("/v1/chain/{question}") { request, context in
            let question = context.parameters.get("question") ?? ""
            return try await answer(request, from: chain, question: question) { chain.eosAnswer(question, $0) }
        }
        router.post("/") { request, _ in
            try await answer(request, from: chain, question: nil) { chain.ethereumAnswer($0) }
        }
        return StubChainNode(chain: chain, server: try await LoopbackServer.start(router.buildResponder(), port: port))
    }

    /// Stops listening.
    package func stop() async { await server.stop() }

    private static func answer(
        _ request: Request, from chain: StubChain, question: String?, _ answer: (JSONValue) -> JSONValue?
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 16)
        guard let asked = try? JSONValue(parsing: Array(body.readableBytesView)) else {
            return response(StubChain.eosFailure, 500)
        }
        let trouble = chain.state.withLock { state in
            state.questions.append(question ?? asked["method"]?.stringValue ?? "")
            return state.trouble
        }
        switch trouble {
        case .serverError?: return response(StubChain.eosFailure, 500)
        case .notJSON?:
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "<html>busy</html>")))
        case .otherForm?:
            return response(
                ["jsonrpc": "2.0", "id": 1, "result": 7, "rows": "none", "chain_id": .string(chain.chains.eos)], 200)
        case .redirect?: return Response(status: .found, headers: [.location: "http://127.0.0.1:9/"])
        case .silence?:
            // Waits until the server is stopped.
            try await Task.sleep(for: .seconds(3600))
        case nil: break
        }
        guard let value = answer(asked) else { return response(StubChain.eosFailure, 500) }
        return response(value, 200)
    }

    private static func response(_ value: JSONValue, _ status: Int) -> Response {
        Response(
            status: HTTPResponse.Status(code: status), headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized())))
    }
}
