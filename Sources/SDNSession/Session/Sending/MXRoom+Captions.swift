import Foundation
import HeraldJSON
import SDNValues

// Messages with a file and a caption. They are sent as those without a caption.
extension MXRoom {
    /// Sends a picture with a caption. The caption is the text that is shown with the picture.
    ///
    /// ```swift
    /// try await room.sendImage(data: png, mimeType: "image/png", caption: MXMediaCaption("At six"))
    /// ```
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendImage(data:size:mimeType:name:thumbnail:blurhash:threadId:)``.
    @discardableResult
    public func sendImage(
        data: Data, size: CGSize? = nil, mimeType: String, name: String? = nil, thumbnail: MXMediaThumbnail? = nil,
        blurhash: String? = nil, caption: MXMediaCaption, threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(
            .image(
                MXAttachmentSource(data), size: size, mimeType: mimeType, name: name, thumbnail: thumbnail,
                blurhash: blurhash), caption, threadId)
        return try await sent.value()
    }

    /// Sends a picture from a file with a caption. The caption is the text that is shown with the picture.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendImage(localURL:size:mimeType:thumbnail:blurhash:threadId:)``.
    @discardableResult
    public func sendImage(
        localURL: URL, size: CGSize? = nil, mimeType: String, thumbnail: MXMediaThumbnail? = nil,
        blurhash: String? = nil, caption: MXMediaCaption, threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(
            .image(
                MXAttachmentSource(localURL: localURL), size: size, mimeType: mimeType,
                name: localURL.lastPathComponent, thumbnail: thumbnail, blurhash: blurhash), caption, threadId)
        return try await sent.value()
    }

    /// Sends a video with a caption. The caption is the text that is shown with the video.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendVideo(localURL:thumbnail:mimeType:size:duration:threadId:)``.
    @discardableResult
    public func sendVideo(
        localURL: URL, thumbnail: MXMediaThumbnail? = nil, mimeType: String = "video/mp4", size: CGSize? = nil,
        duration: UInt? = nil, caption: MXMediaCaption, threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(video(localURL, thumbnail, mimeType, size, duration), caption, threadId)
        return try await sent.value()
    }

    /// Sends any file with a caption. The caption is the text that is shown with the file.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendFile(localURL:mimeType:threadId:)``.
    @discardableResult
    public func sendFile(localURL: URL, mimeType: String, caption: MXMediaCaption, threadId: String? = nil) async throws
        -> String
    {
        let sent = try handOver(file("m.file", localURL, mimeType), caption, threadId)
        return try await sent.value()
    }

    /// Sends an audio file with a caption. The caption is the text that is shown with the audio file.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendAudioFile(localURL:mimeType:threadId:)``.
    @discardableResult
    public func sendAudioFile(localURL: URL, mimeType: String, caption: MXMediaCaption, threadId: String? = nil)
        async throws -> String
    {
        let sent = try handOver(file("m.audio", localURL, mimeType), caption, threadId)
        return try await sent.value()
    }

    private func handOver(_ message: MediaMessage, _ caption: MXMediaCaption, _ threadId: String?) throws
        -> OneShot<String>
    {
        try handOver(message.captioned(caption, in: dialect), threadId)
    }
}
