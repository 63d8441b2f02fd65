import Foundation
import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms of the methods that send messages with files. They set `localEcho` before they return.
extension MXRoom {
    /// The closure form of ``/SDNSession/MXRoom/sendImage(data:size:mimeType:name:thumbnail:blurhash:threadId:)``.
    @discardableResult
    public func sendImage(
        data: Data, size: CGSize, mimeType: String, thumbnail: MXMediaThumbnail?, blurhash: String? = nil,
        threadId: String? = nil,
        localEcho: inout MXEvent?, completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(threadId, &localEcho, completion) {
            try .image(
                MXAttachmentSource(data), size: size, mimeType: mimeType, name: nil, thumbnail: thumbnail,
                blurhash: blurhash)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendVideo(localURL:thumbnail:mimeType:size:duration:threadId:)``. Opens the file before it returns.
    @discardableResult
    public func sendVideo(
        localURL: URL, thumbnail: MXMediaThumbnail?, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(threadId, &localEcho, completion) { try self.video(localURL, thumbnail, "video/mp4", nil, nil) }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendFile(localURL:mimeType:threadId:)``. Opens the file before it returns.
    @discardableResult
    public func sendFile(
        localURL: URL, mimeType: String, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(threadId, &localEcho, completion) { try self.file("m.file", localURL, mimeType) }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendAudioFile(localURL:mimeType:threadId:)``. Opens the file before it returns.
    @discardableResult
    public func sendAudioFile(
        localURL: URL, mimeType: String, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(threadId, &localEcho, completion) { try self.file("m.audio", localURL, mimeType) }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendVoiceMessage(localURL:additionalContentParams:mimeType:duration:samples:threadId:)``. The file is opened before
    /// the call returns.
    @discardableResult
    public func sendVoiceMessage(
        localURL: URL, additionalContentParams: [String: Any]?, mimeType: String, duration: UInt, samples: [Float]?,
        threadId: String? = nil,
        localEcho: inout MXEvent?, completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(threadId, &localEcho, completion) {
            try self.voice(
                localURL, JSONObject(foundation: additionalContentParams ?? [:]), mimeType, duration, samples)
        }
    }

    private func send(
        _ threadId: String?, _ localEcho: inout MXEvent?,
        _ completion: @escaping @Sendable (MXResponse<String?>) -> Void,
        _ message: () throws -> MediaMessage
    ) -> MXHTTPOperation {
        do {
            let message = try message()
            return send(
                .roomMessage, threadId: threadId, localEcho: &localEcho, completion, attachments: message.attachments
            ) { message.content }
        } catch {
            return mxSession.sdnRestClient.adapt(completion) { throw error }
        }
    }
}
