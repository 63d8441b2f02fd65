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
/// | `POST /open` `{"url":"…"}` | 202 `{"ticket":"…"}`; 503 while too many wait |
/// | `GET /answers/<ticket>` | 200 `{"url":"…"}`; 204 not yet; 404 none, now and later |
package actor WalletDoor {
    /// How many requests are kept, answered ones included.
    static let capacity = 64
    private static let ticketBytes = 16

    private enum Entry {
        case waiting
        case answered(String?)
    }

    private let answer: @Sendable (String) async -> String?
    private let random: @Sendable (Int) -> [UInt8]
    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    /// - Parameters:
    ///   - random: that many bytes nobody can guess: a ticket is all that it takes to fetch an answer.
    ///   - answer: takes a request URL and gives the URL to return to, if there is one. It may take minutes.
    package init(
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random, answer: @escaping @Sendable (String) async -> String?
    ) {
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
            guard let ticket = await self.take(url) else { return Response(status: .serviceUnavailable) }
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

    /// - Returns: `nil` when all places are taken by requests that wait for the user.
    private func take(_ url: String) -> String? {
        if entries.count >= Self.capacity {
            let finished = order.firstIndex { ticket in
                if case .answered? = entries[ticket] { return true }
                return false
            }
            guard let finished else { return nil }
            entries[order.remove(at: finished)] = nil
        }
        let ticket = Hex.encode(random(Self.ticketBytes))
        entries[ticket] = .waiting
        order.append(ticket)
        Task { finish(ticket, await answer(url)) }
        return ticket
    }

    private func finish(_ ticket: String, _ url: String?) { entries[ticket] = .answered(url) }

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
