import HeraldJSON

extension JSONObject {
    /// Sets a text member, or leaves it out: stock clients refuse `null` where they expect a text (SDN sheet 7.8).
    package mutating func set(_ key: String, _ value: String?) { if let value { self[key] = .string(value) } }
    /// Sets a number member, or leaves it out.
    package mutating func set(_ key: String, _ value: Int64?) { if let value { self[key] = .int(value) } }
    /// Sets a truth member, or leaves it out.
    package mutating func set(_ key: String, _ value: Bool?) { if let value { self[key] = .bool(value) } }
    /// Sets any member, or leaves it out.
    package mutating func set(_ key: String, _ value: JSONValue?) { if let value { self[key] = value } }
    /// Sets a list of texts, or leaves it out.
    package mutating func set(_ key: String, _ value: [String]?) { if let value { self[key] = .array(value.map(JSONValue.string)) } }
}

/// Several SDKs send `""` for "not given" (SDN sheet 1.3, 1.4).
func trimmedOrAbsent(_ text: String?) -> String? {
    guard var rest = text?[...] else { return nil }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
}
