import Foundation
import HeraldLocks
import SDNValues
import SDNWire

/// Remembers whether a node has only the older paths for files.
final class MediaPaths: Sendable {
    private let legacy = Mutex(false)

    /// True when the node was found to have only the paths from before Matrix 1.11.
    var isLegacy: Bool { legacy.withLock { $0 } }
    func noteLegacy() { legacy.withLock { $0 = true } }
}

extension MXRestClient {
    /// The prefix of the paths to files, such as `_api/media/r0` (SDN sheet 3.2).
    public var contentPathPrefix: String { apiRoot.rawValue + "/media/" + PathTemplate.MediaVersion.r0.rawValue }

    /// Returns the size of the largest file that the node accepts, in bytes; `Int.max` when it names no limit (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func maxUploadSize() async throws -> Int { try await maxUploadSize(retry: .standard) }

    package func maxUploadSize(retry: RetryRule) async throws -> Int {
        let answer = try await onMediaPaths {
            try await self.perform(Endpoints.mediaConfig, NoInput(), retry: retry)
        } legacy: {
            try await self.perform(Endpoints.legacyMediaConfig, NoInput(), retry: retry)
        }
        return answer.uploadSize.map(Int.init(clamping:)) ?? .max
    }

    /// Returns the description that a web page gives of itself.
    /// - Throws: ``/SDNValues/MXError/notFound`` or ``/SDNValues/MXError/unrecognized`` when the node makes no previews.
    public func previewForURL(_ url: URL) async throws -> MXURLPreview {
        let request = PreviewURLRequest(url: url.absoluteString)
        return try await onMediaPaths {
            try await self.perform(Endpoints.previewURL, request, as: MXURLPreview.self)
        } legacy: {
            try await self.perform(Endpoints.legacyPreviewURL, request, as: MXURLPreview.self)
        }
    }

    /// Downloads a file with the user's token. If the node has no authenticated media, the file is downloaded without a token.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - maximumBytes: the size of the largest file to accept; `nil` means ``MXSDKOptions/maximumResponseBytes``.
    ///   - progress: called with the number of bytes received, where the transport reports it.
    /// - Throws: ``/SDNValues/MXError/notFound``; ``/SDNValues/SDNSDKError`` with code `responseTooLarge`.
    public func downloadContent(
        _ contentURI: String, maximumBytes: Int? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> MXMediaContent {
        let request = try media(contentURI, Endpoints.downloadMedia.name)
        let reader = AnswerReader<MXMediaContent>.file(
            maximumBytes: maximumBytes, progress: progress, MXMediaContent.init)
        return try await onMediaPaths {
            try await self.exchange(Endpoints.downloadMedia, request, retry: .standard, reader: reader)
        } legacy: {
            try await self.exchange(Endpoints.legacyDownloadMedia, request, retry: .standard, reader: reader)
        }
    }

    /// Downloads a thumbnail of a picture, from the same paths as ``downloadContent(_:maximumBytes:progress:)``.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - size: the wanted size. The node may return another size.
    ///   - maximumBytes: the size of the largest file to accept; `nil` means ``MXSDKOptions/maximumResponseBytes``.
    ///   - progress: called with the number of bytes received, where the transport reports it.
    /// - Throws: ``/SDNValues/MXError/unknown`` when the node cannot make one.
    public func downloadThumbnail(
        _ contentURI: String, size: MXThumbnailSize, maximumBytes: Int? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> MXMediaContent {
        let request = ThumbnailRequest(
            media: try media(contentURI, Endpoints.mediaThumbnail.name), width: Int(clamping: size.width),
            height: Int(clamping: size.height),
            method: size.method == .crop ? .crop : .scale)
        let reader = AnswerReader<MXMediaContent>.file(
            maximumBytes: maximumBytes, progress: progress, MXMediaContent.init)
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

    /// Sends a request on the paths that take a token. If the node does not know these paths, or if there is no token, sends it on the older paths.
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

extension MXMediaContent {
    init(_ response: TransportResponse) {
        self.init(
            data: Data(response.body), mimeType: response.headers["content-type"],
            filename: response.headers["content-disposition"].flatMap(Self.filename(in:)))
    }
}
