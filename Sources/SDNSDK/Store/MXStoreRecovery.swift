import Foundation

/// What became of a store's file that could not be read: it was moved aside, and an initial sync brings everything anew but the messages
/// on their way, which were taken over as far as they could be read (SDN sheet 5.9).
public struct MXStoreRecovery: Sendable, Hashable {
    /// Where the damaged file is now. An encrypted store has removed one in which content stood bare.
    public let file: URL
    /// How many messages on their way were taken over.
    public let messageCount: Int
}
