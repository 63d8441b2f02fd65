import HeraldPeer
import SDNWire

/// What is left of an answer of sync that is too large to be built at once.
struct SyncParts: AnswerParts {
    /// An answer that is whole with so many bytes is built at once; one that has more goes on part by part.
    static let first = 256 << 10

    let rooms: RoomService
    let caller: Caller
    /// Which request it is for the memory of lazily loaded members; `nil` when they are not.
    let request: Int?
    var answer: SyncAnswer

    mutating func next() async throws -> [UInt8]? {
        guard !answer.isDone else {
            // An answer that is torn has sent nothing.
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

    /// Notes what the device has when it comes back with the answer's token.
    func note() {
        if let request { rooms.lazyMembers.note(answer.sent, to: caller, token: answer.token, request: request) }
    }
}
