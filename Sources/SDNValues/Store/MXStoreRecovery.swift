import Foundation

/// A report about a store's file that could not be read. The file was moved aside, and an initial sync brings everything again except what only
/// the store had: unsent messages and drafts. Those were recovered as far as they could be read (SDN sheet 5.9).
public struct MXStoreRecovery: Sendable, Hashable {
    /// The place of the damaged file. An encrypted store has removed a file whose content is not encrypted.
    public let file: URL
    /// The number of unsent messages that were recovered.
    public let messageCount: Int
    /// The number of unsent messages in the file that could not be read; `nil` when the file does not reveal how many there were.
    public let lostMessageCount: Int?
    /// The number of drafts that were recovered.
    public let draftCount: Int

    package init(file: URL, messageCount: Int, lostMessageCount: Int?, draftCount: Int) {
        self.file = file
        self.messageCount = messageCount
        self.lostMessageCount = lostMessageCount
        self.draftCount = draftCount
    }
}
