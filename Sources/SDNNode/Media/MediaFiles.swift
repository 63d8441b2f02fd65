import Foundation
import HeraldKeys
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files on disk: `media/<first two digits>/<the other digits of the SHA-256>`.
///
/// A file is written under `media/incoming` and moved to its place when it is complete, so a file in its place is always complete. If the process
/// ends before the file's row is written, the file stays until the same content is uploaded again.
final class MediaFiles: Sendable {
    private let chosen: URL?
    private let isDurable: Bool
    private let made = Mutex<URL?>(nil)
    /// The number of uploads, by hash, that have moved a file to its place and not yet written its row.
    private let settling = Mutex<[String: Int]>([:])

    /// - Parameter storage: the node's storage. A node in memory stores its files in a temporary folder, which it deletes at its end.
    init(storage: NodeConfiguration.Storage, durability: NodeConfiguration.Durability) {
        switch storage {
        case .memory: chosen = nil
        case .directory(let directory): chosen = directory.appendingPathComponent(Self.folder, isDirectory: true)
        }
        isDurable = chosen != nil && durability == .powerLoss
    }

    deinit {
        guard chosen == nil, let folder = made.withLock({ $0 }) else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Begins to write an uploaded file under `media/incoming`.
    /// - Parameter name: a unique name.
    func begin(_ name: String) throws -> MediaIntake {
        let folder = try root().appendingPathComponent("incoming", isDirectory: true)
        return try MediaIntake(at: folder.appendingPathComponent(name), isDurable: isDurable)
    }

    /// Moves a complete file to its place. The caller must call ``settled(_:)`` when the file's row is written or will not be written.
    func keep(_ intake: MediaIntake) throws -> MediaIntake.Whole {
        let whole = try intake.finish()
        let place = try path(of: whole.hash), folder = place.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try settling.withLock { settling in
            guard rename(intake.url.path, place.path) == 0 else { throw MediaIntake.Failure() }
            settling[whole.hash, default: 0] += 1
        }
        do {
            if isDurable {
                // The move is stored on the disk when the folder is synchronized. A new folder is stored when its parent folder is synchronized.
                for changed in [folder, folder.deletingLastPathComponent()] { try Self.synchronize(changed) }
            }
        } catch {
            settled(whole.hash)
            throw error
        }
        return whole
    }

    func settled(_ hash: String) {
        settling.withLock { settling in
            let others = settling[hash, default: 0] - 1
            settling[hash] = others > 0 ? others : nil
        }
    }

    /// Removes a file without a row, unless another upload of the same content is about to write one. This method must be called before
    /// ``settled(_:)``.
    func discard(_ hash: String) {
        settling.withLock { settling in
            guard settling[hash] == 1, let place = try? path(of: hash) else { return }
            try? FileManager.default.removeItem(at: place)
        }
    }

    /// Removes a file without a row, unless an upload of the same content is about to write one.
    func remove(_ hash: String) {
        settling.withLock { settling in
            guard settling[hash] == nil, let place = try? path(of: hash) else { return }
            try? FileManager.default.removeItem(at: place)
        }
    }

    /// Returns the place of a file.
    /// - Parameter hash: 64 hexadecimal digits.
    func path(of hash: String) throws -> URL {
        let name = Self.name(of: hash)
        return try root().appendingPathComponent(name.folder, isDirectory: true).appendingPathComponent(name.file)
    }

    /// The folder of the files in a data directory.
    static let folder = "media"

    /// Returns the name of a content's file, and that of its folder in ``folder``.
    /// - Parameter hash: 64 hexadecimal digits.
    static func name(of hash: String) -> (folder: String, file: String) {
        (String(hash.prefix(2)), String(hash.dropFirst(2)))
    }

    /// Returns the folder of the files. The first call creates it and removes incomplete files of an earlier process.
    private func root() throws -> URL {
        try made.withLock { made in
            if let made { return made }
            let folder =
                chosen
                ?? FileManager.default.temporaryDirectory
                .appendingPathComponent(
                    "herald-media-" + Hex.encode(SystemRandom.bytes(16)), isDirectory: true)
            let incoming = folder.appendingPathComponent("incoming", isDirectory: true)
            try? FileManager.default.removeItem(at: incoming)
            try FileManager.default.createDirectory(
                at: incoming, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            made = folder
            return folder
        }
    }

    private static func synchronize(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MediaIntake.Failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw MediaIntake.Failure() }
    }
}
