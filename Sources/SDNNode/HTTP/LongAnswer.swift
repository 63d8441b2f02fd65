import HeraldPeer

/// A JSON answer: all of it, or the first part of one that is too large to be held whole.
struct LongAnswer: Sendable {
    /// The size of a part, in bytes: one that has as much takes nothing more. Another event still goes in below it, so a part can have
    /// some events' bytes more.
    static let partSize = AnswerRoom.partSize

    let first: [UInt8]
    /// What follows; `nil` when ``first`` is all.
    var rest: (any AnswerParts)?

    init(_ first: [UInt8], then rest: (any AnswerParts)? = nil) {
        self.first = first
        self.rest = rest
    }
}
