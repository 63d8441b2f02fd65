/// A value of a parameter or a column.
package enum PostgresValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case text(String)
    case bytes([UInt8])

    /// The size in bytes, as limits count it.
    var size: Int {
        switch self {
        case .null, .bool: 1
        case .int: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}

/// A type whose values can be parameters.
package protocol PostgresParameter: Sendable {
    var postgresValue: PostgresValue { get }
}

/// A type as which columns can be read.
package protocol PostgresColumnType: Sendable {
    /// The type's name for error texts.
    static var columnTypeName: String { get }
    /// Returns `nil` if the value has another type.
    init?(postgresValue: PostgresValue)
}

extension PostgresValue: PostgresParameter {
    package var postgresValue: PostgresValue { self }
}

extension Bool: PostgresParameter, PostgresColumnType {
    package static var columnTypeName: String { "a Boolean" }
    package var postgresValue: PostgresValue { .bool(self) }
    package init?(postgresValue: PostgresValue) {
        guard case .bool(let value) = postgresValue else { return nil }
        self = value
    }
}

extension Int64: PostgresParameter, PostgresColumnType {
    package static var columnTypeName: String { "an integer" }
    package var postgresValue: PostgresValue { .int(self) }
    package init?(postgresValue: PostgresValue) {
        guard case .int(let value) = postgresValue else { return nil }
        self = value
    }
}

extension Int: PostgresParameter, PostgresColumnType {
    package static var columnTypeName: String { "an integer" }
    package var postgresValue: PostgresValue { .int(Int64(self)) }
    package init?(postgresValue: PostgresValue) {
        guard case .int(let value) = postgresValue, let small = Int(exactly: value) else { return nil }
        self = small
    }
}

extension String: PostgresParameter, PostgresColumnType {
    package static var columnTypeName: String { "a text" }
    package var postgresValue: PostgresValue { .text(self) }
    package init?(postgresValue: PostgresValue) {
        guard case .text(let value) = postgresValue else { return nil }
        self = value
    }
}

extension [UInt8]: PostgresParameter, PostgresColumnType {
    package static var columnTypeName: String { "bytes" }
    package var postgresValue: PostgresValue { .bytes(self) }
    package init?(postgresValue: PostgresValue) {
        guard case .bytes(let value) = postgresValue else { return nil }
        self = value
    }
}

extension Optional: PostgresParameter where Wrapped: PostgresParameter {
    package var postgresValue: PostgresValue { self?.postgresValue ?? .null }
}

extension Optional: PostgresColumnType where Wrapped: PostgresColumnType {
    package static var columnTypeName: String { "\(Wrapped.columnTypeName) or NULL" }
    package init?(postgresValue: PostgresValue) {
        if case .null = postgresValue {
            self = nil
            return
        }
        guard let value = Wrapped(postgresValue: postgresValue) else { return nil }
        self = .some(value)
    }
}
