import HeraldPeer
import SDNWire

/// The rest of a sync answer that is too large to be built at once.
struct SyncParts: AnswerParts {
    /// The size in bytes up to which an answer is built at once. A larger one is continued in parts.
    static let first = 256 << 10

    let rooms: RoomService
    let caller: Caller
    /// The number of the request for ``LazyMemberMemory``; `nil` if members are not loaded lazily.
    let request: Int?
    var answer: SyncAnswer

    mutating func next() async throws -> [UInt8]? {
        guard !answer.isDone else {
            // An answer that breaks off counts as not sent.
            note()
            return nil
        }
        let (part, written) = try await rooms.read { [caller, answer] db in
            try AccessTokens.requireAlive(caller, in: db)
            var answer = answer, out: [UInt8] = []
            try answer.write(to: &out, upTo: LongAnswer.partSize, in: db)
            return (out, answer)
        }
        answer = written
        return part
    }

    /// Records the members that the device has when it returns with the answer's token.
    func note() {
        if let request { rooms.lazyMembers.note(answer.sent, to: caller, token: answer.token, request: request) }
    }
}
