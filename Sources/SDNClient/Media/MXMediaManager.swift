import Dispatch
import Foundation
import HeraldLocks
import SDNValues

/// Local copies of a node's files. Each file is downloaded once and stored on disk, up to a total size.
///
/// ```swift
/// let media = MXMediaManager(restClient: client)
/// let picture = try await media.data(for: "mxc://node.example/abc")
/// ```
/// When several parts of an app ask for the same file at the same time, the file is downloaded once (SDN sheet 3.2).
///
/// Files are stored in plain form, so that any part of the system can show them. The key of an encrypted store does not encrypt them. The
/// session's own manager also stores the files that the session has sent.
/// `MXSession.logout()` removes the files of the session's own manager. The app clears the managers that it creates itself.
public final class MXMediaManager: Sendable {
    /// The client that downloads files.
    public let restClient: MXRestClient
    /// The size of the largest file that is downloaded, in bytes.
    public let maximumFileSize: Int
    let cache: MediaCache
    /// True if the folder is this manager's own and is removed with it.
    private let hasOwnFolder: Bool
    private let downloads = SharedDownloads()

    /// Creates a manager with a folder for the client's user.
    /// - Parameters:
    ///   - restClient: the client that downloads files.
    ///   - folder: the folder for the files. Defaults to a folder for this user in the system's folder for caches. If the client has no
    ///     user id, defaults to a folder that only this manager uses, and that is deleted together with the manager.
    ///   - maximumCacheSize: the total size that is kept, in bytes. Defaults to 512 MiB. The least recently used files are removed first.
    ///   - maximumFileSize: the size of the largest file that is downloaded, in bytes. Defaults to 128 MiB.
    public convenience init(
        restClient: MXRestClient, folder: URL? = nil, maximumCacheSize: Int64 = 512 << 20,
        maximumFileSize: Int = 128 << 20
    ) {
        self.init(
            restClient: restClient, folder: folder, maximumCacheSize: maximumCacheSize,
            maximumFileSize: maximumFileSize, now: { Date() })
    }

    /// Creates a manager with a folder that only this manager uses, and that is deleted together with the manager. Tests use it, so that they
    /// leave nothing in the folder for caches.
    package convenience init(withOwnFolderFor restClient: MXRestClient) {
        self.init(
            restClient: restClient, folder: nil, maximumCacheSize: 512 << 20, maximumFileSize: 128 << 20,
            now: { Date() }, hasOwnFolder: true)
    }

    /// - Parameter hasOwnFolder: true if no other manager uses the folder. Without a user, this is so in any case.
    init(
        restClient: MXRestClient, folder: URL?, maximumCacheSize: Int64, maximumFileSize: Int,
        now: @escaping @Sendable () -> Date, hasOwnFolder isAlone: Bool = false
    ) {
        self.restClient = restClient
        self.maximumFileSize = maximumFileSize
        let shared = isAlone ? nil : folder ?? Self.folder(ofUserOf: restClient)
        hasOwnFolder = shared == nil
        cache = MediaCache(folder: shared ?? Self.ownFolder(), limit: max(0, maximumCacheSize), now: now)
    }

    deinit {
        if hasOwnFolder { try? FileManager.default.removeItem(at: cache.folder) }
    }

    /// The folder that holds the files.
    public var folder: URL { cache.folder }
    /// The total size of the stored files as far as it is known, in bytes. It may be read in the main thread: it does not wait for the disk. It is 0
    /// until the folder was listed once. Reading it begins that in the background, and ``measuredCacheSize()`` waits for it.
    public var cacheSize: Int64 { cache.knownSize }

    /// Returns the total size of the stored files, in bytes, without work for the disk in the caller's thread.
    public func measuredCacheSize() async -> Int64 {
        let cache = cache
        return await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: cache.size) }
        }
    }

    /// Returns a file, or a thumbnail of a picture.
    /// - Parameters:
    ///   - contentURI: an `mxc://` URL.
    ///   - thumbnail: the size of the thumbnail; `nil` for the file itself.
    ///   - progress: called with the number of bytes received, where the transport reports it.
    /// - Throws: the errors of ``MXRestClient/downloadContent(_:maximumBytes:progress:)``. If a downloaded file cannot be stored on disk, it is
    ///   returned all the same.
    public func data(
        for contentURI: String, thumbnail: MXThumbnailSize? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> Data {
        let name = Self.name(contentURI, thumbnail)
        if let file = cache.file(name), let data = try? Data(contentsOf: file) { return data }
        let data = try await fetch(contentURI, thumbnail, name, progress)
        _ = try? cache.keep(data, as: name)
        return data
    }

    /// Returns a file in ``folder`` with the content that ``data(for:thumbnail:progress:)`` returns. The file is for reading only. It may
    /// be removed when other files need the space.
    /// - Throws: the errors of ``data(for:thumbnail:progress:)``, and the disk's error when the file cannot be stored.
    public func file(
        for contentURI: String, thumbnail: MXThumbnailSize? = nil, progress: TransportProgressHandler? = nil
    ) async throws -> URL {
        let name = Self.name(contentURI, thumbnail)
        if let file = cache.file(name) { return file }
        return try cache.keep(try await fetch(contentURI, thumbnail, name, progress), as: name)
    }

    /// Returns the path of a stored file; `nil` when the file has to be downloaded. The call may be made in the main thread: it does not wait for
    /// downloads, deletions or the listing of the folder.
    public func cachedFile(for contentURI: String, thumbnail: MXThumbnailSize? = nil) -> URL? {
        cache.file(Self.name(contentURI, thumbnail))
    }

    /// Stores a file that the app already has, such as one it has just sent. The call writes to the disk, so it does not belong in the main thread.
    /// - Throws: the disk's error when the file cannot be written.
    public func keep(_ data: Data, for contentURI: String, thumbnail: MXThumbnailSize? = nil) throws {
        _ = try cache.keep(data, as: Self.name(contentURI, thumbnail))
    }

    /// Removes a file from the cache. The call works on the disk, so it does not belong in the main thread.
    public func removeFile(for contentURI: String, thumbnail: MXThumbnailSize? = nil) {
        cache.remove(Self.name(contentURI, thumbnail))
    }

    /// Removes every file from the cache. The call works on the disk, so it does not belong in the main thread.
    public func clearCache() { cache.clear() }

    /// Removes every file. No file is stored from then on.
    package func end() { cache.end() }

    private func fetch(
        _ contentURI: String, _ thumbnail: MXThumbnailSize?, _ name: String, _ progress: TransportProgressHandler?
    ) async throws -> Data {
        let (client, limit) = (restClient, maximumFileSize)
        return try await downloads.data(name, progress: progress) { progress in
            if let thumbnail {
                return try await client.downloadThumbnail(
                    contentURI, size: thumbnail, maximumBytes: limit, progress: progress
                ).data
            }
            return try await client.downloadContent(contentURI, maximumBytes: limit, progress: progress).data
        }
    }

    static func name(_ contentURI: String, _ thumbnail: MXThumbnailSize?) -> String {
        MediaCache.name(
            of: thumbnail.map { "\(contentURI) \($0.width)x\($0.height) \($0.method.rawValue)" } ?? contentURI)
    }

    /// Returns the folder that all managers of the client's user share; `nil` if the client has no user id.
    private static func folder(ofUserOf client: MXRestClient) -> URL? {
        guard let userId = client.credentials.userId, !userId.isEmpty else { return nil }
        let caches =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
        let user = MediaCache.name(of: client.node + " " + userId).prefix(32)
        return caches.appendingPathComponent("HeraldMedia", isDirectory: true).appendingPathComponent(
            String(user), isDirectory: true)
    }

    /// Returns a new folder for one manager.
    private static func ownFolder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "HeraldMedia-" + UUID().uuidString, isDirectory: true)
    }
}
