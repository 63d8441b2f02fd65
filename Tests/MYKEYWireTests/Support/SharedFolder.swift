import Foundation
import HeraldJSON
import Testing

/// The folder of specifications and vectors beside the package; `HERALD_SHARED` overrides where it is.
enum SharedFolder {
    static let url: URL = {
        if let given = ProcessInfo.processInfo.environment["HERALD_SHARED"] { return URL(fileURLWithPath: given) }
        var beside = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { beside.deleteLastPathComponent() }
        return beside.appendingPathComponent("shared")
    }()

    static func file(_ name: String) -> URL { url.appendingPathComponent("vectors/" + name) }

    static func vectors(_ name: String, kind: String) throws -> [JSONReader] {
        let entries = try JSONReader(JSONValue(parsing: [UInt8](Data(contentsOf: file(name))))).objects("vectors")
        let found = try entries.filter { try $0.string("kind") == kind }
        try #require(!found.isEmpty, "no vectors of kind \(kind)")
        return found
    }
}

extension Trait where Self == ConditionTrait {
    /// The test reads a file of the shared folder, which a clone on its own does not have.
    static func needsVectors(_ name: String) -> Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: SharedFolder.file(name).path),
            "\(name) is neither in the folder ../shared nor in the one that HERALD_SHARED names")
    }
}
