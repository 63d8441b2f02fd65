import HeraldJSON

extension JSONValue {
    /// The places of all members and entries, whatever they hold.
    func places(below place: JSONPlace = JSONPlace()) -> [JSONPlace] {
        children.flatMap { part, value in
            let here = JSONPlace(parts: place.parts + [part])
            return [here] + value.places(below: here)
        }
    }

    subscript(place: JSONPlace) -> JSONValue? {
        place.parts.reduce(Optional(self)) { value, part in
            switch (value, part) {
            case (.object(let members)?, .member(let name)): return members[name]
            case (.array(let entries)?, .element(let index)):
                return entries.indices.contains(index) ? entries[index] : nil
            default: return nil
            }
        }
    }

    /// The value with another one at a place; without it when `nil`.
    func setting(_ new: JSONValue?, at place: JSONPlace) -> JSONValue {
        guard let part = place.parts.first else { return new ?? .null }
        let rest = JSONPlace(parts: Array(place.parts.dropFirst()))
        switch (self, part) {
        case (.object(var members), .member(let name)):
            members[name] = rest.parts.isEmpty ? new : members[name]?.setting(new, at: rest)
            return .object(members)
        case (.array(var entries), .element(let index)) where entries.indices.contains(index):
            if rest.parts.isEmpty, new == nil {
                entries.remove(at: index)
            } else {
                entries[index] = rest.parts.isEmpty ? new ?? .null : entries[index].setting(new, at: rest)
            }
            return .array(entries)
        default: return self
        }
    }

    /// Nothing of the same kind; `nil` for what cannot be empty.
    var emptied: JSONValue? {
        switch self {
        case .string: ""
        case .array: []
        case .object: [:]
        case .int, .double: 0
        case .bool, .null: nil
        }
    }

    private var children: [(JSONPlace.Part, JSONValue)] {
        switch self {
        case .object(let members): members.sorted { $0.key < $1.key }.map { (.member($0.key), $0.value) }
        case .array(let entries): entries.enumerated().map { (.element($0.offset), $0.element) }
        default: []
        }
    }
}

extension JSONPlace {
    /// A place from the names of its members.
    init(_ names: String...) { self.init(parts: names.map(Part.member)) }

    static func + (place: JSONPlace, other: JSONPlace) -> JSONPlace { JSONPlace(parts: place.parts + other.parts) }
}
