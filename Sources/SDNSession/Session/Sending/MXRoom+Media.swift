import Foundation
import HeraldJSON
import SDNClient
import SDNValues

// Messages with files. The file is stored with the message before anything is sent. It is uploaded once and then removed from the store. What was
// sent is in the session's media cache. `MXTimelineItem.upload` and `MXTimelineUpdate.uploading` report the progress (SDN sheet 5.7).
//
// A file is opened before the call returns, and is then copied to the store and uploaded part by part, so a file of any size takes little memory.
// The app may delete or replace the file once the message is stored. It must not change its content before.
extension MXRoom {
    /// Sends a picture.
    /// - Parameters:
    ///   - data: the picture's file.
    ///   - size: the size in pixels.
    ///   - mimeType: the media type, such as `image/png`.
    ///   - name: the name of the file.
    ///   - thumbnail: a smaller picture to show first.
    ///   - blurhash: a few characters that describe roughly how the picture looks.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message.
    @discardableResult
    public func sendImage(
        data: Data, size: CGSize? = nil, mimeType: String, name: String? = nil, thumbnail: MXMediaThumbnail? = nil,
        blurhash: String? = nil,
        threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(
            .image(
                MXAttachmentSource(data), size: size, mimeType: mimeType, name: name, thumbnail: thumbnail,
                blurhash: blurhash), threadId)
        return try await sent.value()
    }

    /// Sends a picture from a file.
    /// - Parameters:
    ///   - localURL: the file.
    ///   - size: the size in pixels.
    ///   - mimeType: the media type, such as `image/jpeg`.
    ///   - thumbnail: a smaller picture to show first.
    ///   - blurhash: a few characters that describe roughly how the picture looks.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendImage(
        localURL: URL, size: CGSize? = nil, mimeType: String, thumbnail: MXMediaThumbnail? = nil,
        blurhash: String? = nil, threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(
            .image(
                MXAttachmentSource(localURL: localURL), size: size, mimeType: mimeType,
                name: localURL.lastPathComponent,
                thumbnail: thumbnail, blurhash: blurhash), threadId)
        return try await sent.value()
    }

    /// Sends a video from a file.
    /// - Parameters:
    ///   - localURL: the file.
    ///   - thumbnail: a picture to show first.
    ///   - mimeType: the media type, such as `video/mp4`.
    ///   - size: the size in pixels.
    ///   - duration: the duration in milliseconds.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendVideo(
        localURL: URL, thumbnail: MXMediaThumbnail? = nil, mimeType: String = "video/mp4", size: CGSize? = nil,
        duration: UInt? = nil, threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(video(localURL, thumbnail, mimeType, size, duration), threadId)
        return try await sent.value()
    }

    /// Sends any file.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendFile(localURL: URL, mimeType: String, threadId: String? = nil) async throws -> String {
        let sent = try handOver(file("m.file", localURL, mimeType), threadId)
        return try await sent.value()
    }

    /// Sends an audio file.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendAudioFile(localURL: URL, mimeType: String, threadId: String? = nil) async throws -> String {
        let sent = try handOver(file("m.audio", localURL, mimeType), threadId)
        return try await sent.value()
    }

    /// Sends a voice message from a file.
    /// - Parameters:
    ///   - localURL: the file.
    ///   - additionalContentParams: additional members of the content.
    ///   - mimeType: the media type, such as `audio/ogg`.
    ///   - duration: the duration in milliseconds.
    ///   - samples: the loudness over time, from 0 to 1.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendVoiceMessage(
        localURL: URL, additionalContentParams: JSONObject = [:], mimeType: String, duration: UInt, samples: [Float]?,
        threadId: String? = nil
    ) async throws -> String {
        let sent = try handOver(voice(localURL, additionalContentParams, mimeType, duration, samples), threadId)
        return try await sent.value()
    }

    /// Hands a message over to the outbox. The caller waits for the result without holding the file, which would stay open.
    func handOver(_ message: MediaMessage, _ threadId: String?) throws -> OneShot<String> {
        try submit("m.room.message", message.content, threadId: threadId, attachments: message.attachments).sent
    }

    package func video(
        _ url: URL, _ thumbnail: MXMediaThumbnail?, _ mimeType: String, _ size: CGSize?, _ duration: UInt?
    )
        throws -> MediaMessage
    {
        var info = MediaMessage.measures(size)
        info["duration"] = duration.map { .int(Int64(clamping: $0)) }
        return try MediaMessage(
            "m.video", MXAttachmentSource(localURL: url), name: url.lastPathComponent, mimeType: mimeType, info: info,
            thumbnail: thumbnail)
    }

    package func file(_ kind: String, _ url: URL, _ mimeType: String) throws -> MediaMessage {
        try MediaMessage(kind, MXAttachmentSource(localURL: url), name: url.lastPathComponent, mimeType: mimeType)
    }

    package func voice(_ url: URL, _ extra: JSONObject, _ mimeType: String, _ duration: UInt, _ samples: [Float]?)
        throws
        -> MediaMessage
    {
        try MediaMessage.voice(
            MXAttachmentSource(localURL: url), name: url.lastPathComponent, mimeType: mimeType, duration: duration,
            samples: samples, extra: extra, prefix: mxSession.sdnRestClient.unstablePrefix)
    }
}
