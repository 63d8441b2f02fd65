import Foundation
import HeraldJSON
import SDNClient
import SDNValues

extension MXRoom {
    /// Returns a file of a message in the outbox, so that an app can show it while it is being sent. The file is in the session's media cache
    /// (``/SDNClient/MXMediaManager``) and is for reading only. Once it is uploaded, the cache also has it for its `mxc://` URL, so that it is
    /// never downloaded.
    ///
    /// ```swift
    /// if let file = try await room.fileOfOutgoingMessage(item.id) { print(file.path) }
    /// ```
    /// - Parameters:
    ///   - localId: the transaction ID of the message's echo, which is also the ID of its timeline item.
    ///   - isThumbnail: true for the thumbnail in place of the file itself.
    /// - Returns: `nil` when the message has no such file, or is not in the outbox any more.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the message or its file cannot be stored or read, or the disk's error.
    public func fileOfOutgoingMessage(_ localId: String, isThumbnail: Bool = false) async throws -> URL? {
        guard let entry = mxSession.outbox.entry(localId), entry.message.roomId == roomId else { return nil }
        try await entry.stored.value()
        let (member, store) = (isThumbnail ? "info.thumbnail_url" : "url", mxSession.store)
        let file = try await mxSession.mediaManager.waitingFile(member, ofMessage: localId) {
            let files = try await store.read { try $0.attachments(ofMessage: localId) }
            return files.first { $0.member == member }.map {
                OutboxUpload.stream(of: $0, ofMessage: localId, in: store)
            }
        }
        if let file { return file }
        // The file was uploaded, and the message itself is still to be sent.
        let content = mxSession.outbox.entry(localId)?.message.content
        let url = isThumbnail ? content?["info"]?["thumbnail_url"]?.stringValue : content?["url"]?.stringValue
        return url.flatMap { mxSession.mediaManager.cachedFile(for: $0) }
    }
}
