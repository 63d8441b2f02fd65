import Foundation
import HeraldJSON

/// The folder of specifications and vectors beside the package; `HERALD_SHARED` overrides where it is.
enum SharedFolder {
    static func path(_ name: String) -> String {
        if let given = ProcessInfo.processInfo.environment["HERALD_SHARED"] { return given + "/" + name }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().appendingPathComponent("shared/" + name).path
    }

    static func ethereumVectors(kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path("vectors/ethereum.json")))
        let entries = try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors")
        return try entries.filter { try $0.string("kind") == kind }
    }
}
