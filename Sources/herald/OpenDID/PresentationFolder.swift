import Foundation
import HeraldPeer
import Synchronization

/// A folder in which a verifier keeps the presentations as it decrypted them, so that one can see what it receives. Everybody can send one, even
/// one that is then refused. Only the newest are kept.
final class PresentationFolder: Sendable {
    /// The number of presentations that are kept.
    static let limit = 100

    private let directory: URL
    /// The names of the files, oldest first.
    private let names: Mutex<[String]>

    /// Creates the folder.
    /// - Throws: ``CommandFailure`` when the directory cannot be made.
    init(path: String) throws {
        let directory = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try PrivateFiles.makeOwnDirectory(directory)
            let files = try FileManager.default.contentsOfDirectory(
                at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
            // A file that is not named like a transaction was put there by somebody else, and is kept.
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

    /// Writes one presentation. When that fails the verifier continues.
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
        try? PrivateFiles.write(presentation, to: file.path)
    }

    /// Returns the bytes that were decrypted in a transaction.
    func presentation(of transaction: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(of: transaction))) }

    private func file(of transaction: String) -> URL { directory.appendingPathComponent(transaction + ".json") }
}
