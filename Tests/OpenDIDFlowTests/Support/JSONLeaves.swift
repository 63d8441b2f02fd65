import HeraldJSON

/// A place in a JSON document.
struct JSONPlace: Sendable, Hashable, CustomStringConvertible {
    enum Part: Sendable, Hashable {
        case member(String)
        case element(Int)
    }

    var parts: [Part] = []

    var description: String {
        parts.map { part in
            switch part {
            case .member(let name): ".\(name)"
            case .element(let index): "[\(index)]"
            }
        }.joined()
    }
}

extension JSONValue {
    /// The places of everything that is no object and no array.
    func leaves(at place: JSONPlace = JSONPlace()) -> [JSONPlace] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap {
                $0.value.leaves(at: JSONPlace(parts: place.parts + [.member($0.key)]))
            }
        case .array(let elements):
            elements.enumerated().flatMap { $1.leaves(at: JSONPlace(parts: place.parts + [.element($0)])) }
        default: [place]
        }
    }

    /// The document with another value at one place: one character, one number or one truth is different, so that it stays well formed.
    func altered(at place: JSONPlace) -> JSONValue {
        guard let first = place.parts.first else { return alteredLeaf }
        let rest = JSONPlace(parts: Array(place.parts.dropFirst()))
        switch (self, first) {
        case (.object(var members), .member(let name)):
            if let value = members[name] { members[name] = value.altered(at: rest) }
            return .object(members)
        case (.array(var elements), .element(let index)):
            guard elements.indices.contains(index) else { return self }
            elements[index] = elements[index].altered(at: rest)
            return .array(elements)
        default: return self
        }
    }

    private var alteredLeaf: JSONValue {
        switch self {
        case .bool(let flag): return .bool(!flag)
        case .int(let number): return .int(number &+ 1)
        case .string(let text):
            var characters = Array(text)
            guard !characters.isEmpty else { return .string("a") }
            let middle = characters.count / 2
            let (old, letter) = (characters[middle], characters[middle].isLetter)
            // Letters and digits that every base has, so that only what the text means is wrong.
            characters[middle] =
                letter
                ? (old.isUppercase ? (old == "A" ? "B" : "A") : (old == "a" ? "b" : "a")) : (old == "2" ? "3" : "2")
            return .string(String(characters))
        default: return .null
        }
    }
}
