import HeraldJSON

/// One change of a message.
struct MessageMutation: Sendable, CustomStringConvertible {
    enum Kind: String, Sendable, CaseIterable { case dropped, emptied, exchanged }

    let path: String
    let kind: Kind
    let message: JSONValue

    var description: String { "\(path) \(kind.rawValue)" }

    /// Every message that comes of one in which one value is dropped, emptied, or exchanged for the value that another message has there.
    static func all(of message: JSONValue, other: JSONValue) -> [MessageMutation] {
        leaves(of: message, path: []).flatMap { path in
            Kind.allCases.compactMap { kind -> MessageMutation? in
                let value: JSONValue? =
                    switch kind {
                    case .dropped: nil
                    case .emptied: JSONValue.string("")
                    case .exchanged: self.value(of: other, at: path[...])
                    }
                if kind == .exchanged, value == nil || value == self.value(of: message, at: path[...]) { return nil }
                return MessageMutation(
                    path: path.joined(separator: "."), kind: kind, message: setting(message, at: path[...], to: value))
            }
        }
    }

    private static func leaves(of value: JSONValue, path: [String]) -> [[String]] {
        if let members = value.objectValue {
            return members.keys.sorted().flatMap { name in
                members[name].map { leaves(of: $0, path: path + [name]) } ?? []
            }
        }
        return [path]
    }

    private static func value(of message: JSONValue, at path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return message }
        return message[name].flatMap { value(of: $0, at: path.dropFirst()) }
    }

    private static func setting(_ message: JSONValue, at path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        var members = message.objectValue ?? JSONObject()
        members[name] = path.count > 1 ? setting(members[name] ?? .null, at: path.dropFirst(), to: value) : value
        return .object(members)
    }
}
