import Foundation
import HeraldKeys
import HeraldLocks
import SDNValues

/// A cache of files in one folder, up to a total size. The least recently used files are removed first.
///
/// Names are hashes, so no address can lead out of the folder. A file is written under a temporary name and moved to its place when it is
/// complete and on disk. The modification date of a file is the time of its last use, so the order of use outlives the process. Several
/// processes may share the folder.
final class MediaCache: Sendable {
    private struct Entry {
        var size: Int64
        var lastUse: Date
    }

    private struct State {
        var entries: [String: Entry]?
        var size: Int64 = 0
        /// True after ``end()``: no file is stored any more.
        var hasEnded = false
    }

    private static let unfinished = "part-"
    /// The age in seconds above which an unfinished file is removed. Another process may still be writing a younger one.
    private static let unfinishedAge: TimeInterval = 86_400

    let folder: URL
    let limit: Int64
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(folder: URL, limit: Int64, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.limit = limit
        self.now = now
    }

    /// Returns the file name for a text: its hash, from which the text cannot be recovered.
    static func name(of text: String) -> String { Hex.encode(Keccak256.hash(Array(text.utf8))) }

    /// Returns the URL of a stored file; `nil` when there is none. The call counts as a use of the file.
    func file(_ name: String) -> URL? {
        state.withLock { state in
            load(&state)
            let url = url(name)
            guard let size = Self.size(of: url) else {
                forget(name, &state)
                return nil
            }
            note(name, size: size, &state)
            try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: url.path)
            return url
        }
    }

    /// Stores a file, and removes others until the total size fits. The new file stays even when it is larger than the total size.
    func keep(_ data: Data, as name: String) throws -> URL {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = folder.appendingPathComponent(
            Self.unfinished + Hex.encode(SystemRandom.bytes(16)))
        defer { try? FileManager.default.removeItem(at: part) }
        guard FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: part)
        do {
            try handle.write(contentsOf: data)
            // The bytes are written to the disk before the file is moved to its place. Otherwise a power cut could leave an incomplete file there.
            try handle.synchronize()
            try handle.close()
        } catch {
            try? handle.close()
            throw error
        }
        return try state.withLock { state in
            guard !state.hasEnded else {
                throw SDNSDKError(.closed, reason: "the user logged out, so files are not cached any more")
            }
            load(&state)
            let url = url(name)
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            try FileManager.default.moveItem(at: part, to: url)
            note(name, size: Int64(data.count), &state)
            try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: url.path)
            evict(sparing: name, &state)
            return url
        }
    }

    func remove(_ name: String) {
        state.withLock { state in
            load(&state)
            try? FileManager.default.removeItem(at: url(name))
            forget(name, &state)
        }
    }

    /// The total size of the stored files, in bytes.
    var size: Int64 {
        state.withLock { state in
            load(&state)
            return state.size
        }
    }

    /// Removes every file of the cache. Other files in its folder stay.
    func clear() { state.withLock { clear(&$0) } }

    /// Removes every file and every unfinished file. No file is stored from then on.
    func end() {
        state.withLock { state in
            clear(&state)
            for name in names where name.hasPrefix(Self.unfinished) {
                try? FileManager.default.removeItem(at: url(name))
            }
            state.hasEnded = true
        }
    }

    private func clear(_ state: inout State) {
        // The folder is listed again, because other processes may have added files.
        for name in names where Self.isKept(name) { try? FileManager.default.removeItem(at: url(name)) }
        (state.entries, state.size) = ([:], 0)
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    private static func isKept(_ name: String) -> Bool { name.utf8.count == 64 && name.allSatisfy(\.isHexDigit) }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func note(_ name: String, size: Int64, _ state: inout State) {
        state.size += size - (state.entries?[name]?.size ?? 0)
        state.entries?[name] = Entry(size: size, lastUse: now())
    }

    private func forget(_ name: String, _ state: inout State) {
        if let entry = state.entries?.removeValue(forKey: name) { state.size -= entry.size }
    }

    private func evict(sparing newest: String, _ state: inout State) {
        guard state.size > limit else { return }
        let oldestFirst = (state.entries ?? [:]).filter { $0.key != newest }.sorted {
            $0.value.lastUse < $1.value.lastUse
        }
        for (name, _) in oldestFirst {
            guard state.size > limit else { return }
            try? FileManager.default.removeItem(at: url(name))
            forget(name, &state)
        }
    }

    /// Reads which files are in the folder, unless this was done before.
    private func load(_ state: inout State) {
        guard state.entries == nil else { return }
        state.entries = [:]
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)) ?? []
        for file in files {
            let name = file.lastPathComponent
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            let date = attributes?[.modificationDate] as? Date ?? .distantPast
            if name.hasPrefix(Self.unfinished) {
                if now().timeIntervalSince(date) > Self.unfinishedAge { try? FileManager.default.removeItem(at: file) }
            } else if Self.isKept(name), let size = Self.size(of: file) {
                state.entries?[name] = Entry(size: size, lastUse: date)
                state.size += size
            }
        }
    }

    private static func size(of file: URL) -> Int64? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else {
            return nil
        }
        return (attributes[.size] as? NSNumber)?.int64Value
    }
}
