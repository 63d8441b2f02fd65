import Hummingbird
import NIOCore
import Synchronization

/// The memory that a listener reserves for one request's response. Code that builds a large response first reserves memory ("room") here,
/// and waits until the listener lets it build (its "turn").
///
/// The room is released when the response is written or the request ends.
package final class ResponseBudget: Sendable {
    /// There is no room for the response, or too many requests of its address wait for a turn.
    package struct Full: Error {
        /// The time after which the client may try again.
        package let retryAfter: Duration = .seconds(5)
    }

    /// A response of at least this size, in bytes, must reserve room before it is written.
    package static let large = 64 << 10
    /// The room for a response that is built while it is written, in bytes. It holds the current part and the data for building the other
    /// parts.
    package static let streamed = 512 << 10
    /// The number of bytes of a response that are written at once.
    package static let partSize = 128 << 10

    private let key: String
    private let channel: any Channel
    private let budget: AnswerBudget
    private let turns: BuildTurns
    private let shares: ProcessorShares
    private let reserved = Mutex(0)

    init(key: String, channel: any Channel, budget: AnswerBudget, turns: BuildTurns, shares: ProcessorShares) {
        self.key = key
        self.channel = channel
        self.budget = budget
        self.turns = turns
        self.shares = shares
    }

    deinit { release() }

    /// Waits for a turn, reserves room, and then builds a large response or a part of one.
    ///
    /// Only a few responses are built at once (``AnswerLimits/buildsAtOnce``), so `work` must compute and must not wait.
    /// - Parameter bytes: the largest size that the response can have.
    /// - Throws: ``Full``, the errors of `work`, and `CancellationError`.
    package func build<Answer>(
        upTo bytes: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await turns.take(key) {
                try reserve(upTo: bytes)
                return try await work()
            }
        } catch is BuildTurns.Full {
            throw Full()
        }
    }

    /// Waits for a turn, and then builds the next part of a response. The call is never refused, because every response that has begun
    /// already has room.
    /// - Throws: the errors of `work`, and `CancellationError`.
    func buildNext<Part>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Part) async throws
        -> Part
    {
        try await turns.take(key, isBegun: true) { try await shares.run(for: key, work) }
    }

    /// Reads the next part from disk on the threads for the client's address (``ProcessorShares``). Reading blocks but builds nothing, so
    /// it does not wait for a turn.
    /// - Throws: the errors of `work`.
    package func readNext<Part>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Part)
        async throws -> Part
    {
        try await shares.run(for: key, work)
    }

    /// Reserves room for a response of this many bytes in total.
    /// - Throws: ``Full``.
    package func reserve(upTo bytes: Int) throws(Full) {
        let more = bytes - reserved.withLock { $0 }
        guard more > 0 else { return }
        guard budget.reserve(more, for: key, on: channel) else { throw Full() }
        reserved.withLock { $0 += more }
    }

    /// Changes the reserved room to the actual size of the response.
    /// - Throws: ``Full``.
    package func settle(_ bytes: Int) throws(Full) {
        try reserve(upTo: bytes)
        let less = reserved.withLock { reserved in
            defer { reserved = bytes }
            return reserved - bytes
        }
        if less > 0 { budget.giveBack(less, on: ObjectIdentifier(channel)) }
    }

    /// Returns when the connection has processed the written data. A writer that did not wait could fill the memory, because the connection accepts
    /// data even if the client does not read.
    package func settleWrite() async throws { try await channel.eventLoop.submit {}.get() }

    /// Releases the room after the last write.
    package func release() {
        let left = reserved.withLock { reserved in
            defer { reserved = 0 }
            return reserved
        }
        if left > 0 { budget.giveBack(left, on: ObjectIdentifier(channel)) }
    }
}

extension ResponseBody {
    /// Creates a body for which room is reserved. The body is written in parts, and each part is written when the client has received most
    /// of the previous part. The connection therefore counts as busy, and the room stays reserved, until the last part.
    package init(_ bytes: [UInt8], in room: ResponseBudget) {
        let whole = ByteBuffer(bytes: bytes)
        self.init(contentLength: bytes.count) { writer in
            defer { room.release() }
            var rest = whole
            while let part = rest.readSlice(length: min(ResponseBudget.partSize, rest.readableBytes)),
                part.readableBytes > 0
            {
                try await writer.write(part)
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
