import ArgumentParser
import Foundation
import HeraldHTTP
import HeraldJSON
import OpenDIDWallet

/// The options of the commands that call a node as its operator.
struct NodeOperatorOptions: ParsableArguments {
    @Option(help: "The base URL of the node.")
    var server = "http://127.0.0.1:8448"

    @Option(
        help: "A file with the operator's token. Defaults to the environment variable HERALD_NODE_OPERATOR_TOKEN.",
        completion: .file())
    var operatorTokenFile: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    var client: NodeOperatorClient {
        get throws {
            guard let token = try OperatorTokenSource.token(file: operatorTokenFile) else {
                throw CommandFailure("give the operator's token in HERALD_NODE_OPERATOR_TOKEN or --operator-token-file")
            }
            return NodeOperatorClient(server: server, token: token)
        }
    }
}

/// The options of a command that prints a part of a list.
struct NodePageOptions: ParsableArguments {
    @Option(help: "The most entries to print.")
    var limit = 100

    @Option(help: "Begin after this entry: the value of \"next\" that the command printed before.")
    var from: String?

    func validate() throws {
        guard (1...500).contains(limit) else { throw ValidationError("--limit is a number from 1 to 500.") }
    }

    var query: [(String, String)] { [("limit", String(limit))] + (from.map { [("from", $0)] } ?? []) }
}

/// Reads the operator's token, which is never an argument, because other users of the machine can read the arguments of a process.
enum OperatorTokenSource {
    /// The largest file that is read, in bytes.
    private static let largest: Int64 = 4_096

    /// - Parameter file: the path of a file; `nil` for the environment variable.
    /// - Returns: the token without the line break at its end; `nil` if neither is given.
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    static func token(file: String?) throws(CommandFailure) -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment["HERALD_NODE_OPERATOR_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
        guard let size, size.int64Value <= largest, let data = FileManager.default.contents(atPath: file),
            let text = String(bytes: data, encoding: .utf8)
        else { throw CommandFailure("\(file): the file cannot be read, or is no token") }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw CommandFailure("\(file): the file is empty") }
        return token
    }
}

/// Calls the operator's endpoints of a node.
struct NodeOperatorClient: Sendable {
    let server: String
    let token: String

    private static let maximumAnswerBytes = 8 << 20
    private static let timeout = Duration.seconds(60)
    private static let client = HTTPClient()

    /// Calls an endpoint.
    /// - Parameter path: the segments after `/_herald/operator/v1/`, not percent-encoded.
    /// - Throws: ``CommandFailure`` with the node's sentence if the node refuses; `TransportFailure` if it does not answer.
    func call(_ method: String, _ path: [String], query: [(String, String)] = [], body: JSONObject? = nil) async throws
        -> JSONValue
    {
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        let segments = path.map { $0.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? $0 }
        let items = query.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? $0.1)" }
        let target = "/_herald/operator/v1/" + segments.joined(separator: "/")
        guard let url = URL(string: base + target + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))),
            url.host?.isEmpty == false
        else { throw CommandFailure("'\(server)' is not a node's base URL, such as http://127.0.0.1:8448") }
        // The token is not sent over plain HTTP to another machine, because an attacker on the network could read it.
        guard ServiceAddresses(all: url).allowsConnection(to: url) else {
            throw CommandFailure("the operator's token is not sent to another machine over plain HTTP: use https")
        }
        let answer: HTTPAnswer
        do {
            answer = try await Self.client.send(
                HTTPCall(
                    method: method, url: url,
                    headers: ["Accept": "application/json", "Authorization": "Bearer \(token)"],
                    body: body.map { JSONValue.object($0).serialized() }, timeout: Self.timeout,
                    maximumAnswerBytes: Self.maximumAnswerBytes, deadline: Self.timeout))
        } catch is HTTPFailure {
            throw CommandFailure("\(server) does not answer", code: "transport")
        }
        let json = try? JSONValue(parsing: answer.body)
        guard answer.status == 200, let json else {
            let said = json?["error"]?.stringValue ?? "status \(answer.status)"
            let isMissing = answer.status == 404 && json?["errcode"] == "M_UNRECOGNIZED"
            throw CommandFailure(
                isMissing ? "the node has no operator's endpoints: start it with an operator's token" : said,
                code: json?["errcode"]?.stringValue ?? "refused")
        }
        return json
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension CommandOutput {
    /// Prints a page of a list: an entry in each line, and the place of the next page.
    /// - Parameter columns: the members of an entry that a person reads, in order.
    func page(_ answer: JSONValue, _ name: String, columns: [String]) {
        guard !json else { return Self.printJSON(answer) }
        let entries = (answer[name]?.arrayValue ?? []).map { entry in
            columns.map { (name: $0, value: entry[$0] ?? .string("-")) }
        }
        list(entries, empty: "none")
        if let next = answer["next"]?.stringValue { say([("next", .string(next))]) }
    }

    /// Prints an object: a member in each line.
    func object(_ answer: JSONValue) {
        guard !json else { return Self.printJSON(answer) }
        let members = answer.objectValue ?? [:]
        say(members.isEmpty ? [("done", true)] : members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}
