/// A poll with the votes that count (MSC3381; SDN sheet 0.2 and 9.4). `MXRoom.poll(_:)` computes it.
///
/// ```swift
/// if let poll = try await room.poll(event), poll.showsResults {
///     for answer in poll.answers { print(answer.text, answer.count) }
/// }
/// ```
public struct MXPoll: Sendable, Hashable {
    /// The event that began the poll.
    public let eventId: String
    /// The user who began the poll.
    public let authorId: String
    /// The question.
    public let question: String
    /// True when the votes are visible before the end.
    public let isDisclosed: Bool
    /// The number of answers that one user may choose.
    public let maximumSelections: Int
    /// The answers in the author's order, at most 20.
    public let answers: [MXPollAnswer]
    /// The number of users whose vote counts.
    public let voterCount: Int
    /// The IDs of the answers that the session's user chose. A vote that is being sent already counts.
    public let mySelections: [String]
    /// The ID of the event that ended the poll; `nil` while it is open.
    public let endEventId: String?
    /// True when everything since the poll began is stored. Otherwise votes may be missing.
    public let isComplete: Bool

    /// True when the poll has ended.
    public var isEnded: Bool { endEventId != nil }
    /// True when an app may show the votes.
    public var showsResults: Bool { isDisclosed || isEnded }
    /// The answers with the most votes; empty when nobody has voted.
    public var winners: [MXPollAnswer] {
        let most = answers.map(\.count).max() ?? 0
        return most == 0 ? [] : answers.filter { $0.count == most }
    }
}

/// One answer of a poll.
public struct MXPollAnswer: Sendable, Hashable {
    /// The ID by which a vote names the answer.
    public let id: String
    /// The text of the answer.
    public let text: String
    /// The users who chose the answer, in the order of their IDs.
    public let voters: [String]

    /// The number of users who chose the answer.
    public var count: Int { voters.count }
}
