import Foundation
import SDNWire
import Synchronization

/// Which of the two sets of paths for files a node has, as far as a client has found out.
final class MediaPaths: Sendable {
    private let legacy = Mutex(false)

    /// Whether the node was found to know only the paths that it had before Matrix 1.11.
    var isLegacy: Bool { legacy.withLock { $0 } }
    func noteLegacy() { legacy.withLock { $0 = true } }
}

extension MXRestClient {
    /// The prefix of paths to files, such as `_api/media/r0`. SDN sheet 3.2.
    public var contentPathPrefix: String { apiRoot.rawValue + "/media/" + PathTemplate.MediaVersion.r0.rawValue }

    /// Stores a file on the node.
    /// - Parameters:
    ///   - data: the file.
    ///   - filename: what it is called, for those who save it.
    ///   - mimeType: its media type, such as `image/png`.
    ///   - timeout: how long the connection may stay silent, in seconds.
    ///   - progress: told how much has left, where the transport can tell.
    /// - Returns: the file's `mxc://` URL.
    /// - Throws: ``MXError/tooLarge``; ``MXError/resourceLimitExceeded`` when the user's room on the node is used up.
    public func uploadContent(
        _ data: Data, filename: String? = nil, mimeType: String, timeout: TimeInterval = 60, progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        let name = Endpoints.uploadMedia.name
        guard !mimeType.isEmpty, mimeType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw SDNSDKError(.invalidArgument, field: "mimeType", endpoint: name, reason: "a media type is printable ASCII")
        }
        let request = UploadMediaRequest(filename: filename, payload: Payload(contentType: mimeType, bytes: [UInt8](data)))
        let silence = Duration.seconds(min(max(timeout, 1), 86_400))
        let answer = try await exchange(Endpoints.uploadMedia, request, timeout: silence, retry: .standard, reader: .json(progress: progress) {
            try UploadMediaResponse(document: $0)
        })
        guard (try? ContentURI(answer.contentURI)) != nil, let url = URL(string: answer.contentURI) else {
            throw SDNSDKError(.malformedResponse, field: "content_uri", endpoint: name, reason: "this is no mxc URL")
        }
        return url
    }

    /// The largest file that the node takes, in bytes; `Int.max` when it names no limit. SDN sheet 3.2.
    public func maxUploadSize() async throws -> Int { try await maxUploadSize(retry: .standard) }

    func maxUploadSize(retry: RetryRule) async throws -> Int {
        let answer = try await onMediaPaths {
            try await self.perform(Endpoints.mediaConfig, NoInput(), retry: retry)
        } legacy: {
            try await self.perform(Endpoints.legacyMediaConfig, NoInput(), retry: retry)
        }
        return answer.uploadSize.map(Int.init(clamping:)) ?? .max
    }

    /// What a web page says about itself.
    /// - Throws: ``MXError/notFound`` or ``MXError/unrecognized`` when the node looks at no pages.
    public func previewForURL(_ url: URL) async throws -> MXURLPreview {
        let request = PreviewURLRequest(url: url.absoluteString)
        return try await onMediaPaths {
            try await self.perform(Endpoints.previewURL, request, as: MXURLPreview.self)
        } legacy: {
            try await self.perform(Endpoints.legacyPreviewURL, request, as: MXURLPreview.self)
        }
    }

    /// A file, with the user's token; from a node without authenticated media without one.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - maximumBytes: the longest file to accept; `nil` means ``MXSDKOptions/maximumResponseBytes``.
    ///   - progress: told how much has come, where the transport can tell.
    /// - Throws: ``MXError/notFound``; ``SDNSDKError`` with code `responseTooLarge`.
    public func downloadContent(
        _ contentURI: String, maximumBytes: Int? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> MXMediaContent {
        let request = try media(contentURI, Endpoints.downloadMedia.name)
        let reader = AnswerReader<MXMediaContent>.file(maximumBytes: maximumBytes, progress: progress, MXMediaContent.init)
        return try await onMediaPaths {
            try await self.exchange(Endpoints.downloadMedia, request, retry: .standard, reader: reader)
        } legacy: {
            try await self.exchange(Endpoints.legacyDownloadMedia, request, retry: .standard, reader: reader)
        }
    }

    /// A small form of a picture, found as ``downloadContent(_:maximumBytes:progress:)`` finds the whole.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - size: how large it is wanted; the node may give another size.
    ///   - maximumBytes: the longest file to accept; `nil` means ``MXSDKOptions/maximumResponseBytes``.
    ///   - progress: told how much has come, where the transport can tell.
    /// - Throws: ``MXError/unknown`` when the node cannot make one.
    public func downloadThumbnail(
        _ contentURI: String, size: MXThumbnailSize, maximumBytes: Int? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> MXMediaContent {
        let request = ThumbnailRequest(
            media: try media(contentURI, Endpoints.mediaThumbnail.name), width: Int(clamping: size.width), height: Int(clamping: size.height),
            method: size.method == .crop ? .crop : .scale)
        let reader = AnswerReader<MXMediaContent>.file(maximumBytes: maximumBytes, progress: progress, MXMediaContent.init)
        return try await onMediaPaths {
            try await self.exchange(Endpoints.mediaThumbnail, request, retry: .standard, reader: reader)
        } legacy: {
            try await self.exchange(Endpoints.legacyMediaThumbnail, request, retry: .standard, reader: reader)
        }
    }

    private func media(_ contentURI: String, _ endpoint: String) throws -> MediaRequest {
        do {
            let uri = try ContentURI(contentURI, field: "contentURI")
            return MediaRequest(serverName: uri.serverName, mediaID: uri.mediaID)
        } catch {
            throw SDNSDKError(.invalidArgument, field: error.field, endpoint: endpoint, reason: error.reason)
        }
    }

    /// Asks on the paths with a token first, and on the old ones when the node does not know those or there is no token.
    private func onMediaPaths<T: Sendable>(
        authenticated: @Sendable () async throws -> T, legacy: @Sendable () async throws -> T
    ) async throws -> T {
        guard credentials.accessToken != nil, !mediaPaths.isLegacy else { return try await legacy() }
        do {
            return try await authenticated()
        } catch let error as MXError where error == .unrecognized {
            let value = try await legacy()
            mediaPaths.noteLegacy()
            return value
        }
    }
}
