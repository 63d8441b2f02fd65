/// The six kinds of value that RFC 8259 knows.
public enum JSONKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case null, bool, number, string, array, object

    /// With its article, for a sentence: "a string", "an object", "null".
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
