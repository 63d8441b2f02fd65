import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// The rest of a response that is too large to hold in memory. It is built in parts. Each part is built when the client has received the
/// previous part.
package protocol AnswerParts: Sendable {
    /// Returns the next part, or `nil` at the end.
    /// - Throws: the error that prevents the rest of the response. The connection is then closed without a proper end, so that the client does not
    ///   mistake the received part for the whole.
    mutating func next() async throws -> [UInt8]?
}

extension AnswerParts {
    /// Collects all remaining parts, for a caller without a connection.
    /// - Throws: the errors of ``next()``.
    package consuming func collected() async throws -> [UInt8] {
        var parts = self, all: [UInt8] = []
        while let part = try await parts.next() { all += part }
        return all
    }
}

extension ResponseBody {
    /// Creates a body of unknown length. Only one part is in memory at a time. While the client does not read, nothing is built, and other
    /// responses can be built.
    /// - Parameters:
    ///   - first: the first part, already built.
    ///   - room: room for ``ResponseBudget/streamed`` bytes. It is released after the last part.
    package init(_ first: [UInt8], then rest: any AnswerParts, in room: ResponseBudget) {
        let first = FirstPart(first)
        self.init { writer in
            defer { room.release() }
            var parts = rest, part = first.take()
            while let bytes = part {
                try room.settle(max(bytes.count, ResponseBudget.streamed))
                var left = ByteBuffer(bytes: bytes)
                part = nil
                while let slice = left.readSlice(length: min(ResponseBudget.partSize, left.readableBytes)),
                    slice.readableBytes > 0
                {
                    try await writer.write(slice)
                    try await room.settleWrite()
                }
                part = try await room.buildNext { try await parts.next() }
            }
            try await writer.finish(nil)
        }
    }
}

/// The first part of a response. Its memory is released when the part is written, although the closure that writes it lives until the last
/// part.
private final class FirstPart: Sendable {
    private let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func take() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
    }
}

extension ResponseBody {
    /// Creates a body from a file. Each part is read when the client has received the previous part. Reads block, so they run on the
    /// threads for the client's address.
    /// - Parameters:
    ///   - length: the length of the file, in bytes.
    ///   - room: has memory for one part. It is released after the last part.
    init(file: URL, length: Int, in room: ResponseBudget) {
        self.init(contentLength: length) { writer in
            defer { room.release() }
            let handle = try await room.readNext { try FileHandle(forReadingFrom: file) }
            defer { try? handle.close() }
            while let part = try await room.readNext({ try handle.read(upToCount: ResponseBudget.partSize) }),
                !part.isEmpty
            {
                try await writer.write(ByteBuffer(bytes: part))
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
