/// What a user told the operator of an event.
public struct EventReport: Sendable, Hashable, Identifiable {
    /// The report's number; later ones have higher ones.
    public let id: Int64
    /// The event's room.
    public let roomID: String
    /// The event.
    public let eventID: String
    /// Who reported it.
    public let reporter: String
    /// From -100, most offensive, to 0; `nil` when none was given.
    public let score: Int64?
    /// What the reporter wrote.
    public let reason: String?
    /// Milliseconds since 1970.
    public let reportedAt: Int64
}
