import Foundation
import HeraldLocks
import HeraldPeer

/// A folder in which a verifier stores the presentations that it has decrypted, so that its operator can see what the verifier receives.
/// Only the newest presentations are stored, because any client can send presentations, even ones that the verifier then refuses.
final class PresentationFolder: Sendable {
    /// The largest number of stored presentations.
    static let limit = 100

    private let directory: URL
    /// The names of the stored files, oldest first.
    private let names: Mutex<[String]>

    /// Creates the folder.
    /// - Throws: ``CommandFailure`` if the directory cannot be created.
    init(path: String) throws {
        let directory = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try PrivateFiles.makeOwnDirectory(directory)
            let files = try FileManager.default.contentsOfDirectory(
                at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
            // A file whose name is not a transaction ID was not written by this type, and is never deleted.
            let own = files.filter {
                $0.pathExtension == "json" && UUID(uuidString: $0.deletingPathExtension().lastPathComponent) != nil
            }
            let dated = own.map { file in
                (
                    file.lastPathComponent,
                    (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
                        ?? .distantPast
                )
            }
            names = Mutex(dated.sorted { $0.1 < $1.1 }.map(\.0))
        } catch {
            throw CommandFailure("the directory \(path) for presentations cannot be created", code: "file")
        }
        self.directory = directory
    }

    /// Stores one presentation. If this fails, the verifier continues nevertheless.
    func keep(_ presentation: [UInt8], of transaction: String) {
        let file = file(of: transaction)
        let over = names.withLock { names -> [String] in
            names.removeAll { $0 == file.lastPathComponent }
            names.append(file.lastPathComponent)
            let over = Array(names.dropLast(Self.limit))
            names.removeFirst(over.count)
            return over
        }
        for name in over { try? FileManager.default.removeItem(at: directory.appendingPathComponent(name)) }
        try? PrivateFile.write(presentation, to: file.path)
    }

    /// Returns the presentation that was decrypted in a transaction.
    func presentation(of transaction: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(of: transaction))) }

    private func file(of transaction: String) -> URL { directory.appendingPathComponent(transaction + ".json") }
}
