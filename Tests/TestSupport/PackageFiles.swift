import Foundation

/// The files of this package, for tests that compare documents, facts and sources with each other.
package enum PackageFiles {
    /// The folder of Package.swift.
    package static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// Returns a file or folder by its path from the root.
    package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// Returns the text of a file by its path from the root.
    package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }
}
