import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// The way back from a request's task to its connection.
struct RequestOutput: Sendable {
    /// The last part of a response, or all of it.
    enum Answer: Sendable {
        /// The whole response.
        case whole(HTTPResponse, ByteBuffer?)
        /// The end of a response that was written in parts.
        case rest(closes: Bool)
        /// The request is not HTTP.
        case malformed
        /// There is no response, or it cannot be completed. The connection is closed.
        case none
    }

    private let driver: NIOLoopBound<RequestDriver>

    init(_ driver: NIOLoopBound<RequestDriver>) { self.driver = driver }

    /// Sends the end of the response.
    func end(_ answer: Answer) { driver.eventLoop.execute { [driver] in driver.value.end(answer) } }

    /// Sends a response whose body is written in parts.
    func send(_ head: HTTPResponse, _ body: ResponseBody) async {
        do {
            try await write(.head(head))
            try await body.write(Writer(output: self))
            end(.rest(closes: head.headerFields[.connection] == "close"))
        } catch {
            end(.none)
        }
    }

    /// Returns when the client has taken the part.
    private func write(_ part: HTTPResponsePart) async throws {
        let written = driver.eventLoop.makePromise(of: Void.self)
        write(part, written)
        try await written.futureResult.get()
    }

    /// Writes a part.
    /// - Parameter written: succeeds when the client has taken the part.
    func write(_ part: HTTPResponsePart, _ written: EventLoopPromise<Void>) {
        driver.eventLoop.execute { [driver] in driver.value.write(part, written) }
    }

    private struct Writer: ResponseBodyWriter {
        let output: RequestOutput

        func write(_ buffer: ByteBuffer) async throws { try await output.write(.body(buffer)) }

        /// Does nothing, because ``RequestOutput/send(_:_:)`` writes the end.
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
