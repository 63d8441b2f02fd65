/// The messages of a room of which the user is notified. The names are those of matrix-rust-sdk's notification settings.
public enum MXRoomNotificationMode: Sendable, Hashable, CaseIterable {
    /// All messages.
    case allMessages
    /// Messages that mention the user or the whole room, or that have one of the user's keywords.
    case mentionsAndKeywordsOnly
    /// None.
    case mute
}
