import HeraldPeer

/// A JSON answer: either all of it, or the first part of one that is too large to be in memory as a whole.
struct LongAnswer: Sendable {
    /// The size of a part, in bytes. A part that has reached it takes no more events. The last event of a part may exceed it.
    static let partSize = ResponseBudget.partSize

    let first: [UInt8]
    /// The parts after ``first``; `nil` if there are none.
    var rest: (any AnswerParts)?

    init(_ first: [UInt8], then rest: (any AnswerParts)? = nil) {
        self.first = first
        self.rest = rest
    }
}
