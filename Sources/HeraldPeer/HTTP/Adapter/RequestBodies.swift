import HTTPTypes
import NIOCore

/// Rules for request bodies that all peers share.
package enum RequestBodies {
    /// Returns the body, or `nil` when it is too long. The listener then drops the rest of it.
    /// - Throws: ``BodyGate/DeadlinePassed`` or ``BodyBudget/Refusal``.
    static func collect(
        _ head: HTTPRequest, _ input: RequestInput, limit: Int, on connection: ConnectionContext
    ) async throws -> [UInt8]? {
        // A request without a body ends with its head (RFC 9112, 6.3).
        guard hasBody(head.headerFields) else { return [] }
        if asksFirst(head) { connection.wantsBody() }
        var bytes: [UInt8] = []
        while let buffer = try await input.next() {
            guard bytes.count + buffer.readableBytes <= limit else { return nil }
            // The memory grows with the bytes that have arrived. It does not depend on the length that the head announces.
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// Returns true when the request's `Content-Length` exceeds the limit.
    package static func isTooLong(_ headers: HTTPFields, limit: Int) -> Bool {
        headers.value(of: .contentLength).flatMap { Int($0) }.map { $0 > limit } ?? false
    }

    /// Returns true when the request announces a body.
    package static func hasBody(_ headers: HTTPFields) -> Bool {
        headers.contains(.transferEncoding) || headers.value(of: .contentLength).map { $0 != "0" } ?? false
    }

    /// Returns true when the client waits for `100 Continue` before it sends its body (RFC 9110, 10.1.1).
    package static func asksFirst(_ head: HTTPRequest) -> Bool {
        guard let expect = head.headerFields.value(of: .expect) else { return false }
        return expect.lowercased() == "100-continue" && hasBody(head.headerFields)
    }
}
