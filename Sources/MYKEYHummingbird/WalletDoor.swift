import HTTPTypes
import HeraldJSON
import HeraldKeys
import Hummingbird
import Logging
import MYKEYServices
import MYKEYWire
import NIOCore

/// The door of a wallet that listens on this machine: programs hand in request URLs and fetch answer URLs. The other side is
/// `LoopbackHTTPOpener` of MYKEYWalletLib.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /` | 200 `{"schemes":["mykey","simplewallet"]}` |
/// | `POST /open` `{"url":"…"}` | 202 `{"ticket":"…"}`; 429 with `Retry-After` while too many wait |
/// | `GET /answers/<ticket>` | 200 `{"url":"…"}`; 204 not yet; 404 none, now and later |
package actor WalletDoor {
    /// What programs on this machine may ask of a person.
    package struct Limits: Sendable, Hashable {
        /// How many requests are kept, answered ones included. Defaults to 64.
        package var requests = 64
        /// How many requests that return to one program may wait for their answer. Defaults to 8.
        package var waitingOfOne = 8
        /// How long a request waits before it is declined. Defaults to 300 s, after which servers take no login any more.
        package var patience: Duration = .seconds(300)

        /// The defaults.
        package init() {}
    }

    private static let ticketBytes = 16

    private enum Entry {
        /// Which program asks, and the tasks that end with the wait.
        case waiting(of: String, [Task<Void, Never>])
        case answered(String?)
    }

    private let limits: Limits
    private let answer: @Sendable (String) async -> String?
    private let random: @Sendable (Int) -> [UInt8]
    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    /// - Parameters:
    ///   - random: that many bytes nobody can guess: a ticket is all that it takes to fetch an answer.
    ///   - limits: how much may wait.
    ///   - answer: takes a request URL and gives the URL to return to, if there is one. It may take minutes; its
    ///     task is cancelled when the request is declined.
    package init(
        limits: Limits = Limits(), random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random, answer: @escaping @Sendable (String) async -> String?
    ) {
        self.limits = limits
        self.answer = answer
        self.random = random
    }

    /// Listens on the loopback interface.
    /// - Parameter port: 0 for a free one.
    package nonisolated func listen(port: Int = 0) async throws -> LoopbackServer {
        let router = Router()
        router.get("/") { request, _ in
            if let refusal = Self.refusal(of: request) { return Response(status: refusal) }
            return Self.response(["schemes": ["mykey", "simplewallet"]], .ok)
        }
        router.post("/open") { request, _ in
            if let refusal = Self.refusal(of: request) { return Response(status: refusal) }
            // A page in a browser can post forms and plain text to any address without asking; JSON it cannot.
            guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
                return Response(status: .unsupportedMediaType)
            }
            guard let body = try? await request.body.collect(upTo: 2 * MYKEYLimits.urlBytes),
                let url = (try? JSONValue(parsing: Array(body.readableBytesView)))?["url"]?.stringValue
            else { return Response(status: .badRequest) }
            guard let ticket = await self.take(url) else {
                return Response(status: .tooManyRequests, headers: [.retryAfter: "10"])
            }
            return Self.response(["ticket": .string(ticket)], .accepted)
        }
        router.get("/answers/{ticket}") { request, context in
            if let refusal = Self.refusal(of: request) { return Response(status: refusal) }
            switch await self.entry(context.parameters.get("ticket") ?? "") {
            case .waiting?: return Response(status: .noContent)
            case .answered(let url?)?: return Self.response(["url": .string(url)], .ok)
            case .answered(nil)?, nil: return Response(status: .notFound)
            }
        }
        return try await LoopbackServer.start(router.buildResponder(), port: port)
    }

    /// - Returns: `nil` when all of this program's places are taken by requests that wait for the user.
    private func take(_ url: String) -> String? {
        let program = Self.program(url)
        let waiting = entries.values.count { entry in
            if case .waiting(of: program, _) = entry { return true }
            return false
        }
        guard waiting < limits.waitingOfOne else { return nil }
        if entries.count >= limits.requests {
            guard let gone = order.firstIndex(where: { isAnswered($0) }) ?? oldestOfMost() else { return nil }
            decline(order[gone])
            entries[order.remove(at: gone)] = nil
        }
        let ticket = Hex.encode(random(Self.ticketBytes))
        order.append(ticket)
        let work = Task { finish(ticket, await answer(url)) }
        let patience = limits.patience
        let clock = Task {
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            decline(ticket)
        }
        entries[ticket] = .waiting(of: program, [work, clock])
        return ticket
    }

    private func isAnswered(_ ticket: String) -> Bool {
        if case .answered? = entries[ticket] { true } else { false }
    }

    /// The place of the oldest request of the program with the most that wait: whoever makes up programs keeps no other one out.
    private func oldestOfMost() -> Int? {
        var counts: [String: Int] = [:]
        for case .waiting(let program, _) in entries.values { counts[program, default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
        return order.firstIndex { ticket in
            if case .waiting(of: most, _)? = entries[ticket] { true } else { false }
        }
    }

    private func finish(_ ticket: String, _ url: String?) {
        // Nothing, when its time had come before.
        guard case .waiting(_, let tasks)? = entries[ticket] else { return }
        entries[ticket] = .answered(url)
        for task in tasks { task.cancel() }
    }

    private func decline(_ ticket: String) {
        guard case .waiting(_, let tasks)? = entries[ticket] else { return }
        entries[ticket] = .answered(nil)
        for task in tasks { task.cancel() }
    }

    /// What tells one program's requests from another's: the scheme that it wants its answer at. A claim, which holds back a program
    /// that asks too often and no more.
    private static func program(_ url: String) -> String {
        AnswerRoute(url).flatMap { try? LinkParts($0.callback) }?.scheme ?? ""
    }

    private func entry(_ ticket: String) -> Entry? { entries[ticket] }

    /// Only programs of this machine are let in. A page in a browser names its origin, and one whose name was made to point here names
    /// that name.
    private static func refusal(of request: Request) -> HTTPResponse.Status? {
        guard request.headers[originField] == nil else { return .forbidden }
        let authority = request.head.authority ?? ""
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "[::1]"].contains(host.lowercased()) ? nil : .forbidden
    }

    private static let originField = HTTPField.Name("Origin") ?? .referer

    private static func response(_ value: JSONValue, _ status: HTTPResponse.Status) -> Response {
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized())))
    }
}
