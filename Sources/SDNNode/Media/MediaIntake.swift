import Crypto
import Foundation
import HeraldKeys
import Synchronization

/// A file during its upload. It is written and hashed in parts.
final class MediaIntake: Sendable {
    /// The file cannot be written to the disk, for example because the disk is full.
    struct Failure: Error {}

    /// A complete file.
    struct Whole: Sendable {
        /// The SHA-256 of the file in hexadecimal.
        let hash: String
        let length: Int
    }

    private struct State {
        var handle: FileHandle?
        var hash = SHA256()
        var length = 0
    }

    let url: URL
    private let isDurable: Bool
    private let state: Mutex<State>

    init(at url: URL, isDurable: Bool) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: url.path)
        else { throw Failure() }
        self.url = url
        self.isDurable = isDurable
        self.state = Mutex(State(handle: handle))
    }

    /// The number of bytes that have arrived.
    var length: Int { state.withLock { $0.length } }

    func append(_ part: [UInt8]) throws {
        try state.withLock { state in
            guard let handle = state.handle else { throw Failure() }
            do { try handle.write(contentsOf: part) } catch { throw Failure() }
            state.hash.update(data: part)
            state.length += part.count
        }
    }

    /// Closes the file and returns its hash and length.
    func finish() throws -> Whole {
        try state.withLock { state in
            guard let handle = state.handle else { throw Failure() }
            state.handle = nil
            do {
                if isDurable { try handle.synchronize() }
                try handle.close()
            } catch { throw Failure() }
            return Whole(hash: Hex.encode(Array(state.hash.finalize())), length: state.length)
        }
    }

    /// Removes the file from `media/incoming`. It does nothing if the file has already been moved to its place.
    func discard() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
        try? FileManager.default.removeItem(at: url)
    }
}
