import Foundation
import HeraldHTTP
import HeraldJSON
import MYKEYServices
import MYKEYWire

/// A client for the calls that a dapp's page makes to its own back end, such as `herald mykey server`.
struct LoginServerClient: Sendable {
    /// A login that this program has begun.
    struct Begun: Sendable {
        let uuID: String
        let session: LoginSession
        let until: UnixTime
    }

    private let base: String
    private let client = HTTPClient()

    /// Creates a client.
    /// - Parameters:
    ///   - server: the address, such as `http://127.0.0.1:8470`.
    ///   - allowsInsecure: true to allow plain HTTP to another machine. An attacker on the network can then read the
    ///     session's secret.
    init(server: String, allowsInsecure: Bool = false) throws {
        guard let parts = URLComponents(string: server), ["http", "https"].contains(parts.scheme ?? ""),
            let host = parts.host, !host.isEmpty
        else {
            throw CommandFailure("'\(SafeText.line(server))' is not a server's base URL, such as http://127.0.0.1:8470")
        }
        guard parts.scheme == "https" || URLHost.isThisMachine(host) || allowsInsecure else {
            throw CommandFailure(
                "'\(SafeText.line(server))' is another machine, and http is not encrypted: use https, or allow it with --insecure-http"
            )
        }
        base = server.hasSuffix("/") ? String(server.dropLast()) : server
    }

    var callbackURL: String { base + "/login" }

    func begin() async throws -> Begun {
        let reader = try JSONReader(try await ask("POST", "/begin"))
        return Begun(
            uuID: try reader.string("uuID"), session: try LoginSession(reader.string("session")),
            until: UnixTime(seconds: try reader.int("until")))
    }

    /// Returns the state of a login: `{"status":"pending"|"accepted"|"unknown", …}`.
    /// - Parameters:
    ///   - session: the session of the login that this program began.
    ///   - code: the code that the wallet has returned.
    func status(of session: LoginSession, code: ReturnCode? = nil) async throws -> JSONValue {
        try await ask("GET", "/status", session: session, code: code)
    }

    /// Asks for the state repeatedly, until the login is decided or has ended.
    /// - Parameter typed: returns the code that the person has typed since the last call, if there is one.
    func outcome(of login: Begun, typed: () -> ReturnCode? = { nil }) async throws -> JSONValue {
        while true {
            let status = try await status(of: login.session, code: typed())
            guard status["status"] == "pending" else { return status }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Posts a body to the callback, as a wallet does.
    func post(_ body: [UInt8]) async throws -> CallbackReply {
        let answer = try await send("POST", "/login", ["Content-Type": "application/json; charset=utf-8"], body)
        return CallbackReply(body: answer.body, status: answer.status)
    }

    private func ask(_ method: String, _ path: String, session: LoginSession? = nil, code: ReturnCode? = nil)
        async throws -> JSONValue
    {
        var headers = session.map { ["Authorization": "Bearer \($0.exposedText)"] } ?? [:]
        headers["Login-Code"] = code?.exposedText
        let answer = try await send(method, path, headers, nil)
        guard answer.status == 200 else {
            throw CommandFailure(
                "\(SafeText.line(base + path)) answers with HTTP status \(answer.status)", code: "refused")
        }
        return try JSONValue(parsing: answer.body, limits: JSONLimits(maxBytes: Self.answerLimit, maxDepth: 8))
    }

    private func send(_ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]?) async throws
        -> HTTPAnswer
    {
        guard let url = URL(string: base + path) else { throw CommandFailure("'\(SafeText.line(base))' is not a URL") }
        let call = HTTPCall(
            method: method, url: url, headers: headers, body: body, timeout: Self.timeout,
            maximumAnswerBytes: Self.answerLimit,
            deadline: Self.timeout, followsRedirects: false)
        do {
            return try await client.send(call)
        } catch {
            throw CommandFailure("\(SafeText.line(base)) does not answer", code: "transport")
        }
    }

    private static let answerLimit = 64 << 10
    /// The longest time that the back end may take to respond.
    private static let timeout = Duration.seconds(30)
}
