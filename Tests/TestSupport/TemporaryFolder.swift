import Foundation

/// A folder for one test, which is deleted with this value.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-test-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file in it, which need not exist.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Every file below, with its bytes.
    package var files: [(name: String, data: Data)] {
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().compactMap { name in
            FileManager.default.contents(atPath: path(name)).map { (name, $0) }
        }
    }
}
