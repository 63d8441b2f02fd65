import HeraldJSON

/// A request taken apart: what stands in the path, in the query and in the body.
package struct RequestParts: Sendable, Hashable {
    /// Values of the path's named segments, not percent-encoded.
    package var path: [String: String]
    /// Query items, not percent-encoded.
    package var query: [String: String]
    /// Query items that may come several times, such as `server_name`; not percent-encoded.
    package var lists: [String: [String]]
    /// The JSON body; `nil` when there is none.
    package var body: JSONValue?
    /// A body that is no JSON.
    package var payload: Payload?

    package init(path: [String: String] = [:], query: [String: String] = [:], lists: [String: [String]] = [:], body: JSONValue? = nil) {
        self.path = path
        self.query = query
        self.lists = lists
        self.body = body
    }

    /// A path value that the template guarantees.
    /// - Throws: ``WireError`` with code `missing`.
    package func pathValue(_ name: String) throws(WireError) -> String {
        guard let value = path[name], !value.isEmpty else { throw WireError(.missing, field: name, reason: "the path needs a value here") }
        return value
    }

    /// The body as an object; an absent body reads as `{}` (SDN sheet 7.1).
    /// - Throws: `JSONError` when the body is not an object.
    package func object() throws(JSONError) -> JSONReader { try JSONReader(body ?? .object([:])) }

    /// A query item as a whole number.
    /// - Throws: ``WireError`` with code `invalid` when it is there and is not one.
    package func queryInt(_ name: String) throws(WireError) -> Int? {
        guard let text = query[name] else { return nil }
        guard let value = Int(text), value >= 0 else { throw WireError(.invalid, field: name, reason: "expected a whole number of 0 or more") }
        return value
    }

    /// A query item as `true` or `false`.
    /// - Throws: ``WireError`` with code `invalid` when it is there and is neither.
    package func queryBool(_ name: String) throws(WireError) -> Bool? {
        switch query[name] {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw WireError(.invalid, field: name, reason: "expected true or false")
        }
    }
}
