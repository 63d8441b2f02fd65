/// A JSON value as a tree, for small bodies and for building. Big ones are read through ``JSONDocument`` without a tree.
///
/// `1` and `1.0` are two values: an integer that fits 64 bits is ``int(_:)`` (and so is `-0`, as 0), every other number is
/// ``double(_:)``.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The kind; both sorts of number are `number`.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int, .double: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// A member of an object. Reading gives `nil` for an absent one and for every other kind of value. Setting `nil` removes the
    /// member; setting on a value that is not an object does nothing.
    public subscript(_ key: String) -> JSONValue? {
        get {
            guard case .object(let object) = self else { return nil }
            return object[key]
        }
        set {
            guard case .object(var object) = self else { return }
            self = .null
            object[key] = newValue
            self = .object(object)
        }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// `nil` for every other kind.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// `nil` for a number written with fraction or exponent, and for one that does not fit 64 bits.
    public var intValue: Int64? {
        guard case .int(let value) = self else { return nil }
        return value
    }

    /// Any number; integers beyond ±2^53 are rounded.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// `nil` for every other kind.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// `nil` for every other kind.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// `nil` for every other kind.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    // Written out because strings in JSON are equal by code point, Swift's `String` by canonical equivalence.
    /// Strings and names are equal when their code points are.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): JSONKey(left) == JSONKey(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(JSONKey(value))
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}
