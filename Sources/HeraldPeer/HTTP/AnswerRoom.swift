import Hummingbird
import NIOCore
import Synchronization

/// One request's share of what its listener holds of answers: who builds something large asks it first, and takes its turn.
///
/// The room lasts until the answer is written or the request is over.
package final class AnswerRoom: Sendable {
    /// There is no room for the answer, or too many of its address wait for their turn.
    package struct Full: Error {
        /// After how many seconds it may be tried again.
        package let retryAfter = 5
    }

    /// From this size on, in bytes, an answer needs room before it is written.
    package static let large = 64 << 10
    /// The room of an answer that is written while it is built, in bytes: for the part under way and what is known of the others.
    package static let streamed = 512 << 10
    /// How much of an answer is written at once, in bytes.
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

    /// Builds a large answer, or a part of one, when it is its turn and there is room.
    ///
    /// Few are built at once, see ``AnswerLimits/buildsAtOnce``, so that it has to be work and not waiting.
    /// - Parameter bytes: how large it can get at most.
    /// - Throws: ``Full``, what `work` throws, and `CancellationError`.
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

    /// Builds the next part of an answer that has begun, when it is its turn. It is not refused: those under way are as many as have room.
    /// - Throws: what `work` throws, and `CancellationError`.
    func buildNext<Part>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Part) async throws -> Part {
        try await turns.take(key, isBegun: true) { try await shares.run(for: key, work) }
    }

    /// Reads the next part of what lies on the disk, in the share of its address: reading blocks, but builds nothing.
    /// - Throws: what `work` throws.
    package func readNext<Part>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Part) async throws -> Part {
        try await shares.run(for: key, work)
    }

    /// Takes room for an answer of so many bytes in all.
    /// - Throws: ``Full``.
    package func reserve(upTo bytes: Int) throws(Full) {
        let more = bytes - reserved.withLock { $0 }
        guard more > 0 else { return }
        guard budget.reserve(more, for: key, on: channel) else { throw Full() }
        reserved.withLock { $0 += more }
    }

    /// The answer is built, and that large.
    /// - Throws: ``Full``.
    package func settle(_ bytes: Int) throws(Full) {
        try reserve(upTo: bytes)
        let less = reserved.withLock { reserved in
            defer { reserved = bytes }
            return reserved - bytes
        }
        if less > 0 { budget.giveBack(less, on: ObjectIdentifier(channel)) }
    }

    /// Returns when the connection knows what was written. Until then it takes more, however little the client reads, so that a writer
    /// who is quicker than the connection would fill it.
    package func settleWrite() async throws { try await channel.eventLoop.submit {}.get() }

    /// Nothing more is written into the room.
    package func release() {
        let left = reserved.withLock { reserved in
            defer { reserved = 0 }
            return reserved
        }
        if left > 0 { budget.giveBack(left, on: ObjectIdentifier(channel)) }
    }
}

extension ResponseBody {
    /// An answer that has room. It is written in parts, each when the client has taken most of those before, so that the connection is
    /// known to be at work until the last one; the room lasts as long.
    package init(_ bytes: [UInt8], in room: AnswerRoom) {
        let whole = ByteBuffer(bytes: bytes)
        self.init(contentLength: bytes.count) { writer in
            defer { room.release() }
            var rest = whole
            while let part = rest.readSlice(length: min(AnswerRoom.partSize, rest.readableBytes)), part.readableBytes > 0 {
                try await writer.write(part)
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
