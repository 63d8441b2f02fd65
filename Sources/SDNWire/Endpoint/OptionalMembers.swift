import HeraldJSON

extension JSONObject {
    /// Sets a string member, or omits it when `value` is `nil`. Stock clients reject `null` where they expect a string (SDN sheet 7.8).
    package mutating func set(_ key: String, _ value: String?) { if let value { self[key] = .string(value) } }
    /// Sets an integer member, or omits it when `value` is `nil`.
    package mutating func set(_ key: String, _ value: Int64?) { if let value { self[key] = .int(value) } }
    /// Sets a boolean member, or omits it when `value` is `nil`.
    package mutating func set(_ key: String, _ value: Bool?) { if let value { self[key] = .bool(value) } }
    /// Sets any member, or omits it when `value` is `nil`.
    package mutating func set(_ key: String, _ value: JSONValue?) { if let value { self[key] = value } }
    /// Sets an array of strings, or omits it when `value` is `nil`.
    package mutating func set(_ key: String, _ value: [String]?) {
        if let value { self[key] = .array(value.map(JSONValue.string)) }
    }
}

/// Trims whitespace and returns `nil` for an empty result, because several SDKs send `""` for an absent value (SDN sheet 1.3, 1.4).
func trimmedOrAbsent(_ text: String?) -> String? {
    guard var rest = text?[...] else { return nil }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
}
