import HeraldJSON

/// A request split into its path values, query items and body. A description or a debugger shows only the number of the parts.
public struct RequestParts: Sendable, Hashable {
    /// Values of the path's named segments, not percent-encoded.
    public var path: [String: String]
    /// Query items, not percent-encoded. If a name occurs more than once, the first value counts.
    public var query: [String: String]
    /// Query items that may occur several times, such as `server_name`. Not percent-encoded.
    public var lists: [String: [String]]
    /// The JSON body, or `nil` when there is none.
    public var body: JSONValue?
    /// A body that is not JSON.
    package var payload: Payload?

    /// Returns all values of a query item, in order. An item that occurs once may be in ``query`` only.
    package func values(of name: String) -> [String] { lists[name] ?? query[name].map { [$0] } ?? [] }

    /// Creates parts.
    /// - Parameters:
    ///   - path: values of the path's named segments, not percent-encoded.
    ///   - query: query items, not percent-encoded.
    ///   - lists: query items that may occur several times, not percent-encoded.
    ///   - body: the JSON body. Defaults to none.
    public init(
        path: [String: String] = [:], query: [String: String] = [:], lists: [String: [String]] = [:],
        body: JSONValue? = nil
    ) {
        self.path = path
        self.query = query
        self.lists = lists
        self.body = body
    }

    /// Creates parts with a value as the JSON body. Members that are `nil` or `null` are left out, at every depth.
    /// - Parameters:
    ///   - path: values of the path's named segments, not percent-encoded.
    ///   - query: query items, not percent-encoded.
    ///   - lists: query items that may occur several times, not percent-encoded.
    ///   - value: the body.
    /// - Throws: `JSONError` if a part of the value has no JSON form, such as an infinite number.
    public init(
        path: [String: String] = [:], query: [String: String] = [:], lists: [String: [String]] = [:],
        encoding value: some Encodable
    ) throws(JSONError) {
        self.init(path: path, query: query, lists: lists, body: try JSONModelEncoder().value(value))
    }

    /// Returns the value of a path segment that the template names.
    /// - Throws: ``WireError`` with code `missing` when the value is absent or empty.
    package func pathValue(_ name: String) throws(WireError) -> String {
        guard let value = path[name], !value.isEmpty else {
            throw WireError(.missing, field: name, reason: "the path needs a value here")
        }
        return value
    }

    /// Returns the body as an object. An absent body reads as `{}` (SDN sheet 7.1).
    /// - Throws: `JSONError` when the body is not an object.
    package func object() throws(JSONError) -> JSONReader { try JSONReader(body ?? .object([:])) }

    /// The body is absent, although it is the content to store.
    package struct MissingContent: Error, Hashable { package init() {} }

    /// Returns the body as the content of an event or of account data. An absent body does not read as `{}` here: a proxy that loses the body
    /// would delete a list of contacts, or lock everybody out of a room.
    /// - Throws: ``MissingContent`` when there is no body; `JSONError` when it is not an object.
    package func content() throws -> JSONReader {
        guard body != nil else { throw MissingContent() }
        return try object()
    }

    /// Returns a query item as a whole number of 0 or more, or `nil` when it is absent.
    /// - Throws: ``WireError`` with code `invalid` when the item is not such a number.
    package func queryInt(_ name: String) throws(WireError) -> Int? {
        guard let text = query[name] else { return nil }
        guard let value = Int(text), value >= 0 else {
            throw WireError(.invalid, field: name, reason: "expected a whole number of 0 or more")
        }
        return value
    }

    /// Returns a query item as a boolean, or `nil` when it is absent.
    /// - Throws: ``WireError`` with code `invalid` when the item is neither `true` nor `false`.
    package func queryBool(_ name: String) throws(WireError) -> Bool? {
        switch query[name] {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw WireError(.invalid, field: name, reason: "expected true or false")
        }
    }
}

extension RequestParts: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Counts the parts without printing them, because a body may hold a password or a signature.
    public var description: String {
        "RequestParts(\(path.count) path values, \(query.count) query items, \(body == nil && payload == nil ? "no body" : "a body"))"
    }
    public var debugDescription: String { description }
    /// A mirror without children, because a debugger must not show the parts either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A request body that is not JSON, such as a file.
package struct Payload: Sendable, Hashable {
    /// The media type, such as `image/png`.
    package var contentType: String
    /// The bytes of the body. They are empty on a node, because it reads the body in chunks.
    package var bytes: [UInt8]

    package init(contentType: String, bytes: [UInt8] = []) {
        self.contentType = contentType
        self.bytes = bytes
    }
}

/// A value that holds a secret. Printing it in any way shows only its `description`, which leaves the secret out.
package protocol RedactedValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedValue {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
