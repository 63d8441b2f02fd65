import Foundation
import HeraldLocks
import HeraldPeer

/// A folder that gets its name when all of its files are on disk. If the process ends before, what it wrote has another name.
enum BackupDraft {
    /// Creates a folder that only its owner may read.
    /// - Parameters:
    ///   - target: the folder. If it exists already, it must be empty.
    ///   - body: writes the files into the folder that it is given.
    /// - Throws: ``ServicesError`` `backup` if the folder has files, `dataUnwritable`, and the errors of `body`. No folder is then created.
    static func make(_ target: URL, _ body: (URL) throws -> Void) throws {
        try requireFree(target)
        let draft = URL(fileURLWithPath: "\(target.path).\(getpid()).draft", isDirectory: true)
        let keys = draft.appendingPathComponent(StorageKeys.folder, isDirectory: true)
        do {
            try create(draft)
        } catch {
            throw ServicesError(
                .dataUnwritable, field: draft.path,
                reason: "the folder cannot be created; its parent must exist, and the folder must not")
        }
        do {
            try create(keys)
            try body(draft)
            for folder in [keys, draft] { try PrivateFile.synchronize(folder: folder.path) }
            try PrivateFile.move(draft.path, to: target.path)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            switch error {
            case let error as PrivateFile.Failure:
                throw ServicesError(.dataUnwritable, field: error.path, reason: error.reason)
            case is CocoaError:
                throw ServicesError(.dataUnwritable, field: keys.path, reason: "the folder cannot be created")
            default: throw error
            }
        }
    }

    private static func create(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    private static func requireFree(_ target: URL) throws(ServicesError) {
        guard (try? FileManager.default.attributesOfItem(atPath: target.path)) != nil else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: target.path)
        guard names == [] else {
            throw ServicesError(
                .backup, field: target.path, reason: "this exists and is no empty folder, so give another path")
        }
    }
}
