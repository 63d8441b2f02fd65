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

    static func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    static func ethereumVectors(kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: file("vectors/ethereum.json"))
        let entries = try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors")
        return try entries.filter { try $0.string("kind") == kind }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test reads a file of the shared folder, which a clone on its own does not have.
    static func needsShared(_ name: String) -> Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: SharedFolder.file(name).path),
            "\(name) is neither in the folder ../shared nor in the one that HERALD_SHARED names")
    }
}
