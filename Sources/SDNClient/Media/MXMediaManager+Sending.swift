import Foundation
import SDNValues

// The files of messages that this device sends. They are in the cache before anybody asks for them.
extension MXMediaManager {
    /// Stores a file that the app already has, such as one it has just sent. The file is copied part by part.
    /// - Throws: the disk's error when the file cannot be written; ``/SDNValues/SDNSDKError`` with code `invalidArgument` when `localURL` cannot
    ///   be read.
    public func keep(localURL: URL, for contentURI: String, thumbnail: MXThumbnailSize? = nil) async throws {
        let stream = MXUploadStream(try MXAttachmentSource(localURL: localURL))
        _ = try await cache.keep(stream, as: Self.name(contentURI, thumbnail))
    }

    /// Returns a file of a message that is still to be sent. It is copied from the store when it is first asked for.
    /// - Parameters:
    ///   - member: the member of the message's content that names the file once it is on the node.
    ///   - localId: the message.
    ///   - stream: returns the file's content.
    package func waitingFile(
        _ member: String, ofMessage localId: String, _ stream: () async throws -> MXUploadStream?
    ) async throws -> URL? {
        let name = Self.waitingName(member, localId)
        if let file = cache.file(name) { return file }
        guard let stream = try await stream() else { return nil }
        return try await cache.keep(stream, as: name)
    }

    /// Stores a file that was uploaded, so that it need not be downloaded. A file that is larger than the whole cache is left out.
    /// - Throws: the errors of the disk and of `stream`.
    package func keepSent(
        _ member: String, ofMessage localId: String, _ stream: MXUploadStream, as contentURI: String
    ) async throws {
        let name = Self.name(contentURI, nil)
        guard stream.size <= cache.limit, try !cache.keep(fileOf: Self.waitingName(member, localId), as: name) else {
            return
        }
        _ = try await cache.keep(stream, as: name)
    }

    private static func waitingName(_ member: String, _ localId: String) -> String {
        MediaCache.name(of: "outbox \(localId) \(member)")
    }
}
