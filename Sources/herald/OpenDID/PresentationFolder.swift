import Foundation
import HeraldPeer
import Synchronization

/// Where a verifier keeps presentations as it decrypted them: what it gets to see can then be looked at. Everybody can send one, also one that
/// is refused then, so that the newest are kept and no more.
final class PresentationFolder: Sendable {
    /// How many presentations are kept.
    static let limit = 100

    private let directory: URL
    /// The names of the files, the oldest first.
    private let names: Mutex<[String]>

    /// - Throws: ``CommandFailure`` when the directory cannot be made.
    init(path: String) throws {
        let directory = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try PrivateFiles.makeOwnDirectory(directory)
            let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
            // What is not named as a transaction was put there by somebody else, and stays.
            let own = files.filter { $0.pathExtension == "json" && UUID(uuidString: $0.deletingPathExtension().lastPathComponent) != nil }
            let dated = own.map { file in
                (file.lastPathComponent, (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate ?? .distantPast)
            }
            names = Mutex(dated.sorted { $0.1 < $1.1 }.map(\.0))
        } catch {
            throw CommandFailure("\(path) cannot be made a directory for presentations", code: "file")
        }
        self.directory = directory
    }

    /// Writes one presentation; a verifier goes on when it cannot.
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

    /// The bytes that were decrypted in a transaction.
    func presentation(of transaction: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(of: transaction))) }

    private func file(of transaction: String) -> URL { directory.appendingPathComponent(transaction + ".json") }
}
