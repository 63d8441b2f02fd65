import HeraldJSON
import SDNWire

/// The members of events that a client wants in the answer of a sync: `event_fields` of its filter.
struct EventFields: Sendable {
    /// A wanted member, or the wanted members inside it.
    private struct Node: Sendable {
        private var isWhole = false
        private var members: [String: Node] = [:]

        mutating func add(_ path: ArraySlice<String>) {
            guard let name = path.first else {
                isWhole = true
                return
            }
            members[name, default: Node()].add(path.dropFirst())
        }

        /// Returns the wanted part of a value; `nil` if it has none.
        func part(of value: JSONValue) -> JSONValue? {
            if isWhole { return value }
            guard let object = value.objectValue else { return nil }
            var part = JSONObject()
            // An event then costs no more than its own members, however many fields a client lists.
            let names = object.count < members.count ? object.keys : Array(members.keys)
            for name in names {
                if let member = object[name], let wanted = members[name]?.part(of: member) { part[name] = wanted }
            }
            return part.isEmpty ? nil : .object(part)
        }
    }

    private var root = Node()

    /// - Parameter fields: the paths of the members. With `nil` or an empty list, the client wants whole events, and there is no value.
    init?(_ fields: [String]?) {
        guard let fields, !fields.isEmpty else { return nil }
        let depth = JSONLimits().maxDepth
        // The paths have the syntax of push conditions.
        for names in fields.map({ PropertyPath($0).names }) where names.count <= depth {
            // A longer path leads deeper than any event.
            root.add(names[...])
        }
    }

    /// Returns an event with the wanted members only.
    func part(of event: [UInt8]) -> [UInt8] {
        guard let value = try? JSONValue(parsing: event) else { return event }
        return (root.part(of: value) ?? .object([:])).serialized()
    }
}
