import Foundation

/// The test vectors of this package, `Tests/Vectors`.
enum VectorFiles {
    private static let folder = HouseRulesTests.root.appendingPathComponent("Tests/Vectors")

    static func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
