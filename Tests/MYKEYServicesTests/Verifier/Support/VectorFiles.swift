import Foundation
import HeraldJSON
import Testing

/// The vector files beside the package; `HERALD_SHARED` overrides where they are.
enum VectorFiles {
    static let folder: URL = {
        if let given = ProcessInfo.processInfo.environment["HERALD_SHARED"] { return URL(fileURLWithPath: given).appendingPathComponent("vectors") }
        var beside = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { beside.deleteLastPathComponent() }
        return beside.appendingPathComponent("shared/vectors")
    }()

    static func vectors(_ name: String, kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors").filter { try $0.string("kind") == kind }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test reads the vector files, which a clone on its own does not have.
    static var needsVectors: Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: VectorFiles.folder.appendingPathComponent("eos.json").path),
            "the vectors are neither in the folder ../shared nor in the one that HERALD_SHARED names")
    }
}
