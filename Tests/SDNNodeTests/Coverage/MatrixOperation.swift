import Foundation
import SDNWire
import TestSupport
@testable import SDNNode

/// An operation of the Matrix client-server API, from `Tests/Facts/matrix-operations.txt`.
struct MatrixOperation: Sendable {
    let method: String
    let path: String
    let id: String

    static func all() throws -> [MatrixOperation] {
        let text = try PackageFiles.text("Tests/Facts/matrix-operations.txt")
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let parts = line.split(separator: " ").map(String.init)
            return parts.count == 3 ? MatrixOperation(method: parts[0], path: parts[1], id: parts[2]) : nil
        }
    }

    /// True if a template is this operation's path. Versions of the client API are aliases, but the media API that 1.11 replaced is another one.
    func isServed(by path: PathTemplate) -> Bool {
        var parts = self.path.split(separator: "/").map(String.init)
        switch path.area {
        case .client:
            guard parts.starts(with: ["_matrix", "client"]), parts.count > 2,
                PathTemplate.ClientVersion(rawValue: parts[2]) != nil
            else { return false }
            parts.removeFirst(3)
        case .media:
            guard parts.starts(with: ["_matrix", "media"]), parts.count > 2 else { return false }
            parts.removeFirst(3)
        case .clientUnversioned:
            guard parts.starts(with: ["_matrix", "client"]) else { return false }
            parts.removeFirst(2)
        case .root:
            guard parts.first == "_matrix" else { return false }
            parts.removeFirst()
        case .bare: break
        }
        guard parts.count == path.segments.count else { return false }
        return zip(parts, path.segments).allSatisfy { part, segment in
            switch segment {
            case .literal(let text): part == text
            // A kind of our own for each of several literals, as `profile/{userId}/{field}`, counts too.
            case .parameter: true
            }
        }
    }
}
