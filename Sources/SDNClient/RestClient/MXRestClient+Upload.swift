import Foundation
import SDNValues
import SDNWire

extension MXRestClient {
    /// Uploads a file to the node.
    /// - Parameters:
    ///   - data: the content of the file.
    ///   - filename: the name of the file, for those who save it.
    ///   - mimeType: the media type, such as `image/png`.
    ///   - timeout: the time that the connection may stay silent, in seconds.
    ///   - progress: called with the number of bytes sent, where the transport reports it.
    /// - Returns: the file's `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError/tooLarge``; ``/SDNValues/MXError/resourceLimitExceeded`` when the user's space on the node is used up.
    public func uploadContent(
        _ data: Data, filename: String? = nil, mimeType: String, timeout: TimeInterval = 60,
        progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        try await uploadContent(
            of: MXUploadStream(MXAttachmentSource(data)), filename: filename, mimeType: mimeType, timeout: timeout,
            progress: progress)
    }

    /// Uploads a file from this device. The file is read while it is sent, so a file of any size takes little memory.
    /// - Parameters:
    ///   - localURL: the file.
    ///   - filename: the name of the file, for those who save it. Defaults to the name in `localURL`.
    ///   - mimeType: the media type, such as `video/mp4`.
    ///   - timeout: the time that the connection may stay silent, in seconds.
    ///   - progress: called with the number of bytes sent, where the transport reports it.
    /// - Returns: the file's `mxc://` URL.
    /// - Throws: the errors of ``uploadContent(_:filename:mimeType:timeout:progress:)``; ``/SDNValues/SDNSDKError`` with code
    ///   `invalidArgument` when the file cannot be read.
    public func uploadContent(
        localURL: URL, filename: String? = nil, mimeType: String, timeout: TimeInterval = 60,
        progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        try await uploadContent(
            of: MXUploadStream(try MXAttachmentSource(localURL: localURL)),
            filename: filename ?? localURL.lastPathComponent, mimeType: mimeType, timeout: timeout, progress: progress)
    }

    /// Uploads a file whose content is read while it is sent. A caller that repeats the upload itself passes a `retry` with few tries.
    /// - Throws: the errors of ``uploadContent(localURL:filename:mimeType:timeout:progress:)``, and the error of reading the content.
    package func uploadContent(
        of stream: MXUploadStream, filename: String?, mimeType: String, timeout: TimeInterval = 60,
        retry: RetryRule = .standard, progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        let name = Endpoints.uploadMedia.name
        guard !mimeType.isEmpty, mimeType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw SDNSDKError(
                .invalidArgument, field: "mimeType", endpoint: name, reason: "a media type must be printable ASCII")
        }
        let request = UploadMediaRequest(filename: filename, payload: Payload(contentType: mimeType))
        let silence = Duration.seconds(min(max(timeout, 1), 86_400))
        let reader = AnswerReader<UploadMediaResponse>.json(progress: progress) {
            try UploadMediaResponse(document: $0)
        }
        let answer = try await exchange(
            Endpoints.uploadMedia, request, timeout: silence, retry: retry, reader: reader.uploading(stream))
        guard (try? ContentURI(answer.contentURI)) != nil, let url = URL(string: answer.contentURI) else {
            throw SDNSDKError(.malformedResponse, field: "content_uri", endpoint: name, reason: "expected an mxc URL")
        }
        return url
    }
}
