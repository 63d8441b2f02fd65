/// A poll with the votes that count (MSC3381; SDN sheet 0.2 and 9.4). ``MXRoom/poll(_:)`` adds it up.
public struct MXPoll: Sendable, Hashable {
    /// The event that began the poll.
    public let eventId: String
    /// Who began it.
    public let authorId: String
    /// What is asked.
    public let question: String
    /// Whether the votes are to be seen before the end.
    public let isDisclosed: Bool
    /// How many answers one user may choose.
    public let maximumSelections: Int
    /// The answers in the author's order, at most 20.
    public let answers: [MXPollAnswer]
    /// How many users voted with a ballot that counts.
    public let voterCount: Int
    /// The ids of the answers that the session's user chose; what is on its way counts already.
    public let mySelections: [String]
    /// The event that ended the poll; `nil` while it goes on.
    public let endEventId: String?
    /// Whether everything since the poll began is stored; else votes may be missing.
    public let isComplete: Bool

    /// Whether the poll has ended.
    public var isEnded: Bool { endEventId != nil }
    /// Whether an app may show the votes.
    public var showsResults: Bool { isDisclosed || isEnded }
    /// The answers with the most votes; none without a vote.
    public var winners: [MXPollAnswer] {
        let most = answers.map(\.count).max() ?? 0
        return most == 0 ? [] : answers.filter { $0.count == most }
    }
}

/// One answer of a poll.
public struct MXPollAnswer: Sendable, Hashable {
    /// What a vote calls it.
    public let id: String
    /// What it says.
    public let text: String
    /// Who chose it, in the order of their ids.
    public let voters: [String]

    /// How many chose it.
    public var count: Int { voters.count }
}
