import Foundation
import HeraldJSON
import SDNClient
import SDNValues

// Messages with files. The file is stored with the message before anything is sent. It is uploaded once and then removed from the store.
// `MXTimelineUpdate.uploading` reports the progress (SDN sheet 5.7).
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
        try await send(
            .image(data, size: size, mimeType: mimeType, name: name, thumbnail: thumbnail, blurhash: blurhash), threadId
        )
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
        try await send(video(localURL, thumbnail, mimeType, size, duration), threadId)
    }

    /// Sends any file.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendFile(localURL: URL, mimeType: String, threadId: String? = nil) async throws -> String {
        try await send(file("m.file", localURL, mimeType), threadId)
    }

    /// Sends an audio file.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses the file or the message, or the error of reading the file.
    @discardableResult
    public func sendAudioFile(localURL: URL, mimeType: String, threadId: String? = nil) async throws -> String {
        try await send(file("m.audio", localURL, mimeType), threadId)
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
        try await send(voice(localURL, additionalContentParams, mimeType, duration, samples), threadId)
    }

    private func send(_ message: MediaMessage, _ threadId: String?) async throws -> String {
        try await submit("m.room.message", message.content, threadId: threadId, attachments: message.attachments).sent
            .value()
    }

    package func video(
        _ url: URL, _ thumbnail: MXMediaThumbnail?, _ mimeType: String, _ size: CGSize?, _ duration: UInt?
    )
        throws -> MediaMessage
    {
        var info = MediaMessage.measures(size)
        info["duration"] = duration.map { .int(Int64(clamping: $0)) }
        return MediaMessage(
            "m.video", try MXRoom.read(url), name: url.lastPathComponent, mimeType: mimeType, info: info,
            thumbnail: thumbnail)
    }

    package func file(_ kind: String, _ url: URL, _ mimeType: String) throws -> MediaMessage {
        MediaMessage(kind, try MXRoom.read(url), name: url.lastPathComponent, mimeType: mimeType)
    }

    package func voice(_ url: URL, _ extra: JSONObject, _ mimeType: String, _ duration: UInt, _ samples: [Float]?)
        throws
        -> MediaMessage
    {
        MediaMessage.voice(
            try MXRoom.read(url), name: url.lastPathComponent, mimeType: mimeType, duration: duration, samples: samples,
            extra: extra,
            prefix: mxSession.sdnRestClient.unstablePrefix)
    }

    private static func read(_ url: URL) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw SDNSDKError(.invalidArgument, field: "localURL", reason: "the file cannot be read")
        }
    }
}
