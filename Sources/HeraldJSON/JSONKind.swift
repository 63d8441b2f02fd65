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
