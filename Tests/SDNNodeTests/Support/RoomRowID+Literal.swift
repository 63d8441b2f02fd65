@testable import SDNNode

/// Row IDs in tests of types that only compare them.
extension RoomRowID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}
