import Foundation

/// What became of a store's file that could not be read: it was moved aside, and an initial sync brings everything anew but what only the
/// store had, the messages on their way and the drafts. Those were taken over as far as they could be read (SDN sheet 5.9).
public struct MXStoreRecovery: Sendable, Hashable {
    /// Where the damaged file is now. An encrypted store has removed one in which content stood bare.
    public let file: URL
    /// How many messages on their way were taken over.
    public let messageCount: Int
    /// How many messages on their way stand in the file and could not be read; `nil` when the file does not even tell how many there were.
    public let lostMessageCount: Int?
    /// How many drafts were taken over.
    public let draftCount: Int
}
