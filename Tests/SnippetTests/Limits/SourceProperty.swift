import Foundation
import TestSupport

/// A property as it stands in the sources.
struct SourceProperty: Sendable {
    /// The type's name with those that it is in, and the property's, such as `RateLimits.sendsPerUser`. A number in a call that makes a
    /// constant has its label behind them, such as `ServiceRouter.bodyLimits.maxDepth`.
    let key: String
    /// The doc comment in one line.
    let comment: String
    /// The number that a constant is, or that a property or a parameter of an initialiser is by default. Where counting begins is none.
    let constant: SourceNumber?

    /// Every property of a module's sources, in the order of the files.
    static func all(of module: String) throws -> [SourceProperty] {
        let folder = PackageFiles.url("Sources/\(module)")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return try files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.flatMap { file in
            SourceFile(try String(contentsOf: file, encoding: .utf8)).properties
        }
    }
}
