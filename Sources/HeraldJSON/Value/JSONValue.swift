/// A JSON value as a tree, for small texts and for building values. Large texts are better read through ``JSONDocument``, without a tree.
///
/// ```swift
/// let body: JSONValue = ["msgtype": "m.text", "body": "Hello"]
/// let text = body["body"]?.stringValue
/// ```
///
/// `1` and `1.0` are different values. An integer that fits 64 bits is ``int(_:)``, including `-0`, which is 0. Every other number is
/// ``double(_:)``.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The kind of the value. Integers and doubles both have the kind `number`.
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

    /// Returns or sets a member of an object. Reading returns `nil` when the member is absent or the value is not an object. Setting `nil` removes
    /// the member. Setting a member of a value that is not an object does nothing.
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

    /// True when the value is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The boolean, or `nil` for every other kind.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The integer. `nil` for a number with a fraction or an exponent, for one that does not fit 64 bits, and for every other kind.
    public var intValue: Int64? {
        guard case .int(let value) = self else { return nil }
        return value
    }

    /// The number, or `nil` for every other kind. Integers beyond ±2^53 are rounded.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The string, or `nil` for every other kind.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements of an array, or `nil` for every other kind.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members of an object, or `nil` for every other kind.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    // The comparison is not synthesised, because JSON compares strings by code point and Swift's `String` compares them by canonical
    // equivalence.
    /// Compares two values. Two strings or names are equal when they have the same code points.
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

/// The six kinds of JSON value (RFC 8259).
public enum JSONKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case null, bool, number, string, array, object

    /// The kind with its article, for use in a sentence: "a string", "an object", "null".
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal. When a key occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(uniqueKeysWithValues: elements))
    }
}
