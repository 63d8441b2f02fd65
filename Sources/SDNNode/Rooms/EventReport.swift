/// A user's report of an event to the node's operator.
public struct EventReport: Sendable, Hashable, Identifiable {
    /// The report's number. Later reports have higher numbers.
    public let id: Int64
    /// The ID of the room that the event belongs to.
    public let roomID: String
    /// The ID of the event.
    public let eventID: String
    /// The user who reported the event.
    public let reporter: String
    /// The score from -100, most offensive, to 0; `nil` if the reporter gave none.
    public let score: Int64?
    /// The reporter's text; `nil` if the reporter gave none.
    public let reason: String?
    /// The time of the report.
    public let reportedAt: Timestamp
}
