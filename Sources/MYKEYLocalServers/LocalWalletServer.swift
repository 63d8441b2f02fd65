import HTTPTypes
import HeraldHTTP
import HeraldJSON
import HeraldKeys
import HeraldPeer
import MYKEYHummingbird
import MYKEYServices
import MYKEYWire
import OrderedCollections

/// The HTTP interface of a wallet that listens on this machine. Programs send request URLs to it, and get answer URLs from it.
/// `LoopbackHTTPOpener` of MYKEYWalletLib is its client.
///
/// | request | response |
/// | --- | --- |
/// | `GET /` | 200 `{"schemes":["mykey","simplewallet"]}` |
/// | `POST /open` `{"url":"…"}` | 202 `{"id":"…"}`; 429 with `Retry-After` when too many requests wait |
/// | `GET /answers/<id>` | 200 `{"url":"…"}`; 204 not yet; 404 none, now and later |
package actor LocalWalletServer {
    /// Limits on requests of programs on this machine.
    package struct Limits: Sendable, Hashable {
        /// The number of stored requests, including answered ones. Defaults to 64.
        package var requests = 64
        /// The number of waiting requests that one program may have. Defaults to 8.
        package var waitingOfOne = 8
        /// The time after which a waiting request is declined. Defaults to 300 s, because servers do not accept a login that is older.
        package var timeout: Duration = .seconds(300)

        /// Creates the default limits.
        package init() {}
    }

    private static let requestIDBytes = 16

    fileprivate enum Entry {
        /// The request waits for the user. The values are the name of the program that sent it, the task that answers it, and the task that
        /// declines it in time.
        case waiting(of: String, work: Task<Void, Never>, clock: Task<Void, Never>)
        /// The user has approved the request, and the wallet carries it out. Nothing declines it any more, because the dapp's server may
        /// have accepted it already.
        case approved(of: String)
        case answered(String?)
    }

    private let limits: Limits
    private let answer: @Sendable (String) async -> String?
    private let random: @Sendable (Int) -> [UInt8]
    /// The stored requests, oldest first.
    private var entries: OrderedDictionary<String, Entry> = [:]

    /// Creates the interface.
    /// - Parameters:
    ///   - random: returns the given number of unpredictable bytes. They must be unpredictable, because a program
    ///     needs only the id of a request to get its answer.
    ///   - limits: the limits on requests.
    ///   - answer: receives a request URL and returns the URL to return to, if there is one. It may take minutes. Its
    ///     task is cancelled when the request is declined. It calls ``recordApproval()`` when the user has approved
    ///     the request.
    package init(
        limits: Limits = Limits(), random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random,
        answer: @escaping @Sendable (String) async -> String?
    ) {
        self.limits = limits
        self.answer = answer
        self.random = random
    }

    /// Starts listening on the loopback interface.
    /// - Parameter port: the port, or 0 for any free port.
    package nonisolated func listen(port: Int = 0) async throws -> LoopbackServer {
        try await LoopbackServer.start(LocalWalletRoutes(server: self), port: port)
    }

    /// Records that the user has approved the request that the current task answers. The request is then no longer declined, neither by its
    /// timeout nor for a newer request.
    /// `AnsweringWallet` calls it by itself.
    /// - Returns: false if the request has already been declined, so that it must not be signed. Outside of such a task, it is true.
    package static func recordApproval() async -> Bool { await WalletApproval.record?() ?? true }

    private func approve(_ requestID: String) -> Bool {
        switch entries[requestID] {
        case .waiting(let program, _, let clock)?:
            clock.cancel()
            entries[requestID] = .approved(of: program)
            return true
        case .approved?: return true
        case .answered?, nil: return false
        }
    }

    /// Adds a request to the waiting requests.
    /// - Returns: the id of the request. `nil` if the program that sent it already has the largest number of waiting requests, or if no stored
    ///   request can be removed for this one.
    fileprivate func take(_ url: String) -> String? {
        let program = Self.program(url)
        let waiting = entries.values.count { entry in
            switch entry {
            case .waiting(let other, _, _), .approved(let other): other == program
            case .answered: false
            }
        }
        guard waiting < limits.waitingOfOne else { return nil }
        if entries.count >= limits.requests {
            guard let gone = entries.keys.firstIndex(where: { isAnswered($0) }) ?? oldestOfMost() else { return nil }
            decline(entries.keys[gone])
            entries.remove(at: gone)
        }
        let requestID = Hex.encode(random(Self.requestIDBytes))
        let answer = answer
        let work = Task {
            let record: @Sendable () async -> Bool = { await self.approve(requestID) }
            finish(requestID, await WalletApproval.$record.withValue(record) { await answer(url) })
        }
        let timeout = limits.timeout
        let clock = Task {
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            decline(requestID)
        }
        entries[requestID] = .waiting(of: program, work: work, clock: clock)
        return requestID
    }

    private func isAnswered(_ requestID: String) -> Bool {
        if case .answered? = entries[requestID] { true } else { false }
    }

    /// Returns the index of the oldest request of the program that has the most waiting requests. Many requests of a program therefore do not
    /// lock out other programs. If each program has only one, the result is `nil`. One program may have invented the others' names, and its
    /// newer requests must not remove a request that the user is about to answer.
    private func oldestOfMost() -> Int? {
        var counts: [String: Int] = [:]
        for case .waiting(let program, _, _) in entries.values { counts[program, default: 0] += 1 }
        guard let (most, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count > 1 else {
            return nil
        }
        return entries.keys.firstIndex { requestID in
            if case .waiting(let program, _, _)? = entries[requestID] { program == most } else { false }
        }
    }

    private func finish(_ requestID: String, _ url: String?) {
        switch entries[requestID] {
        case .waiting(_, _, let clock)?: clock.cancel()
        case .approved?: break
        // The request has already been declined.
        case .answered?, nil: return
        }
        entries[requestID] = .answered(url)
    }

    private func decline(_ requestID: String) {
        guard case .waiting(_, let work, let clock)? = entries[requestID] else { return }
        entries[requestID] = .answered(nil)
        work.cancel()
        clock.cancel()
    }

    /// Returns the name under which a program's requests are counted. It is the scheme to which the program wants its answer. The scheme is
    /// only a claim, but the limit only slows down programs that ask too often.
    private static func program(_ url: String) -> String {
        AnswerRoute(url).flatMap { try? LinkParts($0.callback) }?.scheme ?? ""
    }

    fileprivate func entry(_ requestID: String) -> Entry? { entries[requestID] }
}

/// The routes of a ``LocalWalletServer``.
private struct LocalWalletRoutes: ListenerHandler {
    private static let answers = "/answers/"
    let server: LocalWalletServer

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        guard let path = LoopbackServer.path(of: request) else { return .answered(ListenerResponse(.notFound)) }
        switch (path, request.head.method) {
        case ("/", .get):
            if let refusal = Self.refusal(of: request) { return .answered(ListenerResponse(refusal)) }
            return .answered(StatusRoute.response(["schemes": ["mykey", "simplewallet"]], .ok))
        case ("/open", .post):
            if let refusal = Self.refusal(of: request) { return .answered(ListenerResponse(refusal)) }
            // Only JSON is accepted. A web page can post forms and plain text to any address without a CORS preflight, but not JSON.
            guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
                return .answered(ListenerResponse(.unsupportedMediaType))
            }
            return .admitted(.whole(upTo: 2 * MYKEYLimits.urlBytes)) { body in await open(body.bytes) }
        case (let path, .get) where path.hasPrefix(Self.answers):
            let requestID = String(path.dropFirst(Self.answers.count))
            guard !requestID.contains("/") else { return .answered(ListenerResponse(.notFound)) }
            if let refusal = Self.refusal(of: request) { return .answered(ListenerResponse(refusal)) }
            return .answered(await answer(to: requestID))
        default: return .answered(ListenerResponse(.notFound))
        }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.badRequest) }

    func responseToBrokenBody() -> ListenerResponse? { ListenerResponse(.badRequest) }

    private func open(_ body: [UInt8]) async -> ListenerResponse {
        guard let url = (try? JSONValue(parsing: body))?["url"]?.stringValue else {
            return ListenerResponse(.badRequest)
        }
        guard let requestID = await server.take(url) else {
            return ListenerResponse(.tooManyRequests, headers: [.retryAfter: "10"])
        }
        return StatusRoute.response(["id": .string(requestID)], .accepted)
    }

    private func answer(to requestID: String) async -> ListenerResponse {
        switch await server.entry(requestID) {
        case .waiting?, .approved?: ListenerResponse(.noContent)
        case .answered(let url?)?: StatusRoute.response(["url": .string(url)], .ok)
        case .answered(nil)?, nil: ListenerResponse(.notFound)
        }
    }

    /// Accepts only requests of programs on this machine. A request of a web page is rejected because of its `Origin` header. If the page's
    /// host name resolves to this machine, the request is rejected because of its `Host` header.
    private static func refusal(of request: ListenerRequest) -> HTTPResponse.Status? {
        guard request.headers[.origin] == nil else { return .forbidden }
        guard let authority = request.head.authority else { return .forbidden }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return URLHost.isThisMachine(String(host)) ? nil : .forbidden
    }
}
