import Foundation
import HeraldPeer

/// Where a verifier keeps presentations as it decrypted them: what it gets to see can then be looked at.
struct PresentationFolder: Sendable {
    private let directory: URL

    /// - Throws: ``CommandFailure`` when the directory cannot be made.
    init(path: String) throws {
        directory = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try PrivateFiles.makeOwnDirectory(directory)
        } catch {
            throw CommandFailure("\(path) cannot be made a directory for presentations", code: "file")
        }
    }

    /// Writes one presentation; a verifier goes on when it cannot.
    func keep(_ presentation: [UInt8], of transaction: String) {
        try? PrivateFiles.write(presentation, to: file(of: transaction).path)
    }

    /// The bytes that were decrypted in a transaction.
    func presentation(of transaction: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file(of: transaction))) }

    private func file(of transaction: String) -> URL { directory.appendingPathComponent(transaction + ".json") }
}
