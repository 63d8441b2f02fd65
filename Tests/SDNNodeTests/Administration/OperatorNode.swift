import HeraldJSON
import SDNWire
@testable import SDNNode

/// A test node with an operator.
struct OperatorNode: Sendable {
    static let token = "the token of the operator"
    let node: TestNode

    init(_ change: (inout NodeConfiguration) -> Void = { _ in }) throws {
        node = try TestNode {
            $0.operatorToken = OperatorToken(Self.token)
            $0.enableRegistration = true
            change(&$0)
        }
    }

    func call(
        _ method: String, _ segments: [String], query: String = "", _ body: JSONValue? = nil, token: String? = token
    ) async throws -> TestNode.Answer {
        let path = segments.map(PercentEncoding.encodeSegment).joined(separator: "/")
        return try await node.send(
            method, "/_herald/operator/v1/\(path)\(query)", token: token, bytes: body?.serialized() ?? [])
    }

    /// The body of an answer that must be 200.
    @discardableResult
    func ok(_ method: String, _ segments: [String], query: String = "", _ body: JSONValue? = nil) async throws
        -> JSONValue
    {
        let answer = try await call(method, segments, query: query, body)
        guard answer.status == 200 else {
            throw UnexpectedAnswer(path: segments.joined(separator: "/"), answer: answer)
        }
        return answer.body
    }

    /// Registers a user with a password.
    func register(_ name: String, password: String) async throws -> RoomUser {
        let answer = try await node.send(
            "POST", "/_matrix/client/v3/register",
            ["username": .string(name), "password": .string(password), "auth": ["type": "m.login.dummy"]])
        let body = try JSONReader(answer.body)
        return RoomUser(node, token: try body.string("access_token"), userID: try body.string("user_id"))
    }

    func logIn(_ user: String, password: String) async throws -> TestNode.Answer {
        try await node.send(
            "POST", "/_matrix/client/v3/login",
            [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                "password": .string(password),
            ])
    }
}
