import Dispatch
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
    /// The total size, once it is known, and whether it was asked for. It has a lock of its own, so that nobody waits for the disk to read it.
    private let total = Mutex<(size: Int64?, isAskedFor: Bool)>((nil, false))
    /// The uses of files that are not noted yet, with their times.
    private let uses = Mutex<[String: Date]>([:])

    init(folder: URL, limit: Int64, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.limit = limit
        self.now = now
    }

    /// Returns the file name for a text: its hash, from which the text cannot be recovered.
    static func name(of text: String) -> String { Hex.encode(Keccak256.hash(Array(text.utf8))) }

    /// Returns the URL of a stored file; `nil` when there is none. The call counts as a use of the file, which is noted in the background. It
    /// waits for nothing but the look-up of one name in the folder, because an app calls it while it draws.
    func file(_ name: String) -> URL? {
        let (url, time) = (url(name), now())
        guard Self.size(of: url) != nil else { return nil }
        let isFirst = uses.withLock { uses in
            defer { uses[name] = time }
            return uses.isEmpty
        }
        if isFirst { DispatchQueue.global(qos: .utility).async { self.state.withLock { self.catchUp(&$0) } } }
        return url
    }

    /// Reads the list of files unless this was done before, and notes the uses of files so far.
    private func catchUp(_ state: inout State) {
        load(&state)
        let used = uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
        for (name, time) in used {
            let url = url(name)
            guard let size = Self.size(of: url) else {
                forget(name, &state)
                continue
            }
            note(name, size: size, at: time, &state)
            try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url.path)
        }
        publish(state)
    }

    private func publish(_ state: State) {
        let size = state.size
        total.withLock { $0.size = size }
    }

    /// Stores a file, and removes others until the total size fits. The new file stays even when it is larger than the total size.
    func keep(_ data: Data, as name: String) throws -> URL {
        let part = try newPart()
        defer { try? FileManager.default.removeItem(at: part) }
        let handle = try FileHandle(forWritingTo: part)
        do {
            try handle.write(contentsOf: data)
            try finish(handle)
        } catch {
            try? handle.close()
            throw error
        }
        return try place(part, size: Int64(data.count), as: name)
    }

    /// Stores a file that is read part by part.
    func keep(_ stream: MXUploadStream, as name: String) async throws -> URL {
        let part = try newPart()
        defer { try? FileManager.default.removeItem(at: part) }
        let handle = try FileHandle(forWritingTo: part)
        do {
            var offset: Int64 = 0
            while offset < stream.size {
                let bytes = try await stream.bytes(at: offset, upTo: MXOutgoingAttachment.partSize)
                try handle.write(contentsOf: bytes)
                offset += Int64(bytes.count)
            }
            try finish(handle)
        } catch {
            try? handle.close()
            throw error
        }
        return try place(part, size: stream.size, as: name)
    }

    /// Stores a file of the cache under a second name. Both names have the same bytes on the disk.
    /// - Returns: false when the cache does not have the file, or when the disk allows no second name.
    func keep(fileOf name: String, as other: String) throws -> Bool {
        guard let file = file(name), let size = Self.size(of: file) else { return false }
        let part = folder.appendingPathComponent(Self.unfinished + Hex.encode(SystemRandom.bytes(16)))
        defer { try? FileManager.default.removeItem(at: part) }
        guard (try? FileManager.default.linkItem(at: file, to: part)) != nil else { return false }
        _ = try place(part, size: size, as: other)
        return true
    }

    /// Makes an empty file for bytes that are not complete yet.
    private func newPart() throws -> URL {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = folder.appendingPathComponent(
            Self.unfinished + Hex.encode(SystemRandom.bytes(16)))
        guard FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw CocoaError(.fileWriteUnknown)
        }
        return part
    }

    /// Writes the bytes to the disk before the file is moved to its place. Otherwise a power cut could leave an incomplete file there.
    private func finish(_ handle: FileHandle) throws {
        try handle.synchronize()
        try handle.close()
    }

    /// Moves a complete file to its place.
    private func place(_ part: URL, size: Int64, as name: String) throws -> URL {
        try state.withLock { state in
            guard !state.hasEnded else {
                throw SDNSDKError(.closed, reason: "the user logged out, so files are not cached any more")
            }
            catchUp(&state)
            defer { publish(state) }
            let url = url(name)
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            try FileManager.default.moveItem(at: part, to: url)
            let time = now()
            note(name, size: size, at: time, &state)
            try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url.path)
            evict(sparing: name, &state)
            return url
        }
    }

    func remove(_ name: String) {
        state.withLock { state in
            catchUp(&state)
            try? FileManager.default.removeItem(at: url(name))
            forget(name, &state)
            publish(state)
        }
    }

    /// The total size of the stored files as far as it is known, in bytes. The first call lists the folder in the background, and returns 0 if the
    /// folder was not listed before.
    var knownSize: Int64 {
        let (size, begins) = total.withLock { total in
            defer { total.isAskedFor = true }
            return (total.size, total.size == nil && !total.isAskedFor)
        }
        if begins { DispatchQueue.global(qos: .utility).async { self.state.withLock { self.catchUp(&$0) } } }
        return size ?? 0
    }

    /// The total size of the stored files, in bytes. The first call lists the folder.
    var size: Int64 {
        if let size = total.withLock({ $0.size }) { return size }
        return state.withLock { state in
            catchUp(&state)
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
        publish(state)
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    private static func isKept(_ name: String) -> Bool { name.utf8.count == 64 && name.allSatisfy(\.isHexDigit) }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func note(_ name: String, size: Int64, at time: Date, _ state: inout State) {
        state.size += size - (state.entries?[name]?.size ?? 0)
        state.entries?[name] = Entry(size: size, lastUse: time)
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
