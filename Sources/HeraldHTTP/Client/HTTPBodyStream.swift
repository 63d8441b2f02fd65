/// A body that is read part by part while it is sent, so that it is never in memory as a whole.
package struct HTTPBodyStream: Sendable {
    /// The length of the body in bytes.
    package let size: Int64
    /// Returns the bytes from an offset on: at least one, and at most `count`. It may be called again for an earlier offset. An error that it
    /// throws ends the call.
    package let read: @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

    package init(size: Int64, read: @escaping @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]) {
        self.size = size
        self.read = read
    }

    /// The greatest number of bytes that are read at once.
    static let part = 512 << 10

    /// Returns the bytes from an offset on.
    /// - Throws: the error of ``read``; ``HTTPFailure/malformedRequest`` when it returns no bytes or too many.
    func next(_ offset: Int64) async throws -> [UInt8] {
        let wanted = Int(min(Int64(Self.part), size - offset))
        let bytes = try await read(offset, wanted)
        guard !bytes.isEmpty, bytes.count <= wanted else { throw HTTPFailure.malformedRequest }
        return bytes
    }
}

extension HTTPCall {
    /// The length of the body in bytes.
    var bodyLength: Int64 { bodyStream?.size ?? Int64(body?.count ?? 0) }
    /// True when the call has a body, which may be empty.
    var hasBody: Bool { body != nil || bodyStream != nil }
}
