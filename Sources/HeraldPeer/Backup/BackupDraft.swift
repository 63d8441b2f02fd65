import Foundation
import HeraldLocks

/// A folder that gets its name when all of its files are on disk. If the process ends before, what it wrote has another name.
package enum BackupDraft {
    /// Creates a folder that only its owner may read.
    /// - Parameters:
    ///   - target: the folder. If it exists already, it must be empty.
    ///   - subfolders: the names of the folders in it.
    ///   - body: writes the files into the folder that it is given.
    /// - Throws: ``BackupFailure`` `refused` if the folder has files, `unwritable`, and the errors of `body`. No folder is then created.
    package static func make(_ target: URL, subfolders: [String], _ body: (URL) throws -> Void) throws {
        try requireFree(target)
        let draft = URL(fileURLWithPath: "\(target.path).\(getpid()).draft", isDirectory: true)
        do {
            try create(draft)
        } catch {
            throw BackupFailure(
                .unwritable, path: draft.path,
                reason: "the folder cannot be created; its parent must exist, and the folder must not")
        }
        do {
            let folders = subfolders.map { draft.appendingPathComponent($0, isDirectory: true) }
            for folder in folders { try makeFolder(folder) }
            try body(draft)
            for folder in folders + [draft] { try PrivateFile.synchronize(folder: folder.path) }
            try PrivateFile.move(draft.path, to: target.path)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            if let error = error as? PrivateFile.Failure { throw BackupFailure(error) }
            throw error
        }
    }

    /// Creates a folder in the draft.
    /// - Throws: ``BackupFailure`` `unwritable`.
    package static func makeFolder(_ folder: URL) throws(BackupFailure) {
        do {
            try create(folder)
        } catch {
            throw BackupFailure(.unwritable, path: folder.path, reason: "the folder cannot be created")
        }
    }

    private static func create(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    private static func requireFree(_ target: URL) throws(BackupFailure) {
        guard (try? FileManager.default.attributesOfItem(atPath: target.path)) != nil else { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: target.path)
        guard names == [] else {
            throw BackupFailure(
                .refused, path: target.path, reason: "this exists and is no empty folder, so give another path")
        }
    }
}
