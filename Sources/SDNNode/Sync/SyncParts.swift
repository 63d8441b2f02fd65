import GRDB
import HeraldPeer

/// A written part of a sync answer, and the answer after it. It is a class, because an answer has many members, and a waiting poll would
/// otherwise hold space for several copies of it.
final class SyncStep: Sendable {
    let bytes: [UInt8]
    let answer: SyncAnswer

    /// Writes the next part of an answer, of about `limit` bytes.
    /// - Parameter facts: the user's facts of this snapshot, if they have been read.
    init(after answer: SyncAnswer, upTo limit: Int, _ facts: SyncFacts? = nil, in snapshot: SyncSnapshot) throws {
        var written = answer, out: [UInt8] = []
        try written.write(to: &out, upTo: limit, facts, in: snapshot)
        (bytes, self.answer) = (out, written)
    }
}

/// The rest of a sync answer that is too large to be built at once.
struct SyncParts: AnswerParts {
    /// The size in bytes up to which an answer is built at once. A larger one is continued in parts.
    static let first = 256 << 10

    let rooms: RoomService
    let caller: Caller
    /// The number of the request for ``LazyMemberMemory``; `nil` if members are not loaded lazily.
    let request: Int?
    /// The newest part.
    var step: SyncStep

    mutating func next() async throws -> [UInt8]? {
        guard !step.answer.isDone else {
            // The members are recorded only after the last part. If the connection ends earlier, the members of the answer count as not sent.
            note()
            return nil
        }
        step = try await rooms.read { [caller, step] db in
            try AccessTokens.requireAlive(caller, in: db)
            return try SyncStep(after: step.answer, upTo: LongAnswer.partSize, in: SyncSnapshot(db))
        }
        return step.bytes
    }

    /// Records the members of the answer. They count as sent when the device sends the answer's token.
    func note() {
        guard let request else { return }
        rooms.lazyMembers.note(step.answer.sent, to: caller, token: step.answer.token, request: request)
    }
}
