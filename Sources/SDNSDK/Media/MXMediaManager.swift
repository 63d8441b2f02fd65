import Foundation
import Synchronization

/// Files of a node on this device: each is fetched once and kept on disk, up to a size.
///
/// ```swift
/// let media = MXMediaManager(restClient: client)
/// let picture = try await media.data(for: "mxc://node.example/abc")
/// ```
/// What several parts of an app ask for at the same time is fetched once. SDN sheet 3.2.
///
/// Files lie as they are, for any part of the system to show: the key of an encrypted store does not seal them. ``MXSession/logout()``
/// removes those of the session's own manager; a manager that the app makes is the app's to clear.
public final class MXMediaManager: Sendable {
    /// What files are fetched with.
    public let restClient: MXRestClient
    /// The longest file that is fetched, in bytes.
    public let maximumFileSize: Int
    private let cache: MediaCache
    private let downloads = SharedDownloads()

    /// A manager with a folder of its user's own.
    /// - Parameters:
    ///   - restClient: what files are fetched with.
    ///   - folder: where they are kept. Defaults to a folder for this user in the system's folder for caches.
    ///   - maximumCacheSize: how many bytes are kept. Defaults to 512 MiB. What was not used for longest goes first.
    ///   - maximumFileSize: the longest file that is fetched, in bytes. Defaults to 128 MiB.
    public convenience init(
        restClient: MXRestClient, folder: URL? = nil, maximumCacheSize: Int64 = 512 << 20, maximumFileSize: Int = 128 << 20
    ) {
        self.init(restClient: restClient, folder: folder, maximumCacheSize: maximumCacheSize, maximumFileSize: maximumFileSize, now: { Date() })
    }

    init(restClient: MXRestClient, folder: URL?, maximumCacheSize: Int64, maximumFileSize: Int, now: @escaping @Sendable () -> Date) {
        self.restClient = restClient
        self.maximumFileSize = maximumFileSize
        cache = MediaCache(folder: folder ?? Self.standardFolder(for: restClient), limit: max(0, maximumCacheSize), now: now)
    }

    /// Where files are kept.
    public var folder: URL { cache.folder }
    /// How many bytes are kept.
    public var cacheSize: Int64 { cache.size }

    /// A file, or a small form of a picture.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - thumbnail: how large a small form is wanted; `nil` for the file itself.
    ///   - progress: told how much has come, where the transport can tell.
    /// - Throws: what ``MXRestClient/downloadContent(_:maximumBytes:progress:)`` throws. That a file cannot be kept is no error here.
    public func data(
        for contentURI: String, thumbnail: MXThumbnailSize? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> Data {
        let name = Self.name(contentURI, thumbnail)
        if let file = cache.file(name), let data = try? Data(contentsOf: file) { return data }
        let data = try await fetch(contentURI, thumbnail, name, progress)
        _ = try? cache.keep(data, as: name)
        return data
    }

    /// A file in ``folder`` that holds what ``data(for:thumbnail:progress:)`` gives. It is for reading, and may go when room is needed.
    /// - Throws: also what the disk says when the file cannot be kept.
    public func file(
        for contentURI: String, thumbnail: MXThumbnailSize? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        let name = Self.name(contentURI, thumbnail)
        if let file = cache.file(name) { return file }
        return try cache.keep(try await fetch(contentURI, thumbnail, name, progress), as: name)
    }

    /// Where a file is kept; `nil` when it has to be fetched.
    public func cachedFile(for contentURI: String, thumbnail: MXThumbnailSize? = nil) -> URL? { cache.file(Self.name(contentURI, thumbnail)) }

    /// Keeps a file that the app has itself, such as one it has just sent.
    public func keep(_ data: Data, for contentURI: String, thumbnail: MXThumbnailSize? = nil) throws {
        _ = try cache.keep(data, as: Self.name(contentURI, thumbnail))
    }

    /// Removes a file from the cache.
    public func removeFile(for contentURI: String, thumbnail: MXThumbnailSize? = nil) { cache.remove(Self.name(contentURI, thumbnail)) }

    /// Removes every file from the cache.
    public func clearCache() { cache.clear() }

    /// Removes every file, and keeps none from now on.
    func end() { cache.end() }

    private func fetch(
        _ contentURI: String, _ thumbnail: MXThumbnailSize?, _ name: String, _ progress: TransportProgressHandler?
    ) async throws -> Data {
        let (client, limit) = (restClient, maximumFileSize)
        return try await downloads.data(name, progress: progress) { progress in
            if let thumbnail {
                return try await client.downloadThumbnail(contentURI, size: thumbnail, maximumBytes: limit, progress: progress).data
            }
            return try await client.downloadContent(contentURI, maximumBytes: limit, progress: progress).data
        }
    }

    private static func name(_ contentURI: String, _ thumbnail: MXThumbnailSize?) -> String {
        MediaCache.name(of: thumbnail.map { "\(contentURI) \($0.width)x\($0.height) \($0.method.rawValue)" } ?? contentURI)
    }

    private static func standardFolder(for client: MXRestClient) -> URL {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
        let user = MediaCache.name(of: client.node + " " + (client.credentials.userId ?? "")).prefix(32)
        return caches.appendingPathComponent("HeraldMedia", isDirectory: true).appendingPathComponent(String(user), isDirectory: true)
    }
}
