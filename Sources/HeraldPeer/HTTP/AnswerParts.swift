import Hummingbird
import NIOCore
import Synchronization

/// What is left of an answer that is too large to be held whole: it is built part by part, each when the client has taken the one before.
package protocol AnswerParts: Sendable {
    /// The next part; `nil` when the answer is whole.
    /// - Throws: whatever keeps the answer from being finished. The connection is then closed without an end, so that nobody takes what
    ///   has come for the whole.
    mutating func next() async throws -> [UInt8]?
}

extension AnswerParts {
    /// All that is left, for who has no connection to write it to.
    /// - Throws: what ``next()`` throws.
    package consuming func collected() async throws -> [UInt8] {
        var parts = self, all: [UInt8] = []
        while let part = try await parts.next() { all += part }
        return all
    }
}

extension ResponseBody {
    /// An answer whose length nobody knows yet. One part of it is in memory at a time; while the client does not read, nothing is built
    /// and no turn is kept.
    /// - Parameters:
    ///   - first: the beginning, which is there already.
    ///   - room: has room for an answer of ``AnswerRoom/streamed`` bytes; it lasts until the last part is written.
    package init(_ first: [UInt8], then rest: any AnswerParts, in room: AnswerRoom) {
        let first = FirstPart(first)
        self.init { writer in
            defer { room.release() }
            var parts = rest, part = first.take()
            while let bytes = part {
                try room.settle(max(bytes.count, AnswerRoom.streamed))
                var left = ByteBuffer(bytes: bytes)
                part = nil
                while let slice = left.readSlice(length: min(AnswerRoom.partSize, left.readableBytes)), slice.readableBytes > 0 {
                    try await writer.write(slice)
                    try await room.settleWrite()
                }
                part = try await room.buildNext { try await parts.next() }
            }
            try await writer.finish(nil)
        }
    }
}

/// The first part of an answer, which is gone when it is written: what writes it lasts until the last part.
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
