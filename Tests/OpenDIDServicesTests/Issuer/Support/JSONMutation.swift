import HeraldJSON

/// A message with one member changed.
struct JSONMutation: Sendable, CustomStringConvertible {
    enum Change: String, Sendable, CaseIterable { case dropped, emptied, otherKind, swapped }

    let path: [String]
    let change: Change
    let value: JSONValue

    var description: String { "\(path.joined(separator: ".")) \(change.rawValue)" }

    /// Every member of a message dropped, emptied, exchanged for a value of another kind, and exchanged for that of another message of the same
    /// type, wherever that makes a difference. Entries of arrays are members by their number.
    static func all(of message: JSONValue, swappingWith other: JSONValue? = nil) -> [JSONMutation] {
        paths(in: message).flatMap { path in
            Change.allCases.compactMap { change in
                let changed: JSONValue?
                switch change {
                case .dropped: changed = setting(nil, at: path[...], of: message)
                case .emptied:
                    changed = value(at: path, of: message).flatMap(empty).flatMap {
                        setting($0, at: path[...], of: message)
                    }
                case .otherKind:
                    changed = value(at: path, of: message).flatMap {
                        setting(otherKind($0), at: path[...], of: message)
                    }
                case .swapped:
                    changed = other.flatMap { value(at: path, of: $0) }.flatMap {
                        setting($0, at: path[...], of: message)
                    }
                }
                guard let changed, changed != message else { return nil }
                return JSONMutation(path: path, change: change, value: changed)
            }
        }
    }

    private static func paths(in value: JSONValue) -> [[String]] {
        if let object = value.objectValue {
            return object.keys.flatMap { key in [[key]] + (object[key].map(paths) ?? []).map { [key] + $0 } }
        }
        return (value.arrayValue ?? []).enumerated().flatMap { index, element in
            [["\(index)"]] + paths(in: element).map { ["\(index)"] + $0 }
        }
    }

    private static func value(at path: [String], of root: JSONValue) -> JSONValue? {
        path.reduce(Optional(root)) { value, key in
            if let object = value?.objectValue { return object[key] }
            guard let array = value?.arrayValue, let index = Int(key), array.indices.contains(index) else { return nil }
            return array[index]
        }
    }

    private static func setting(_ new: JSONValue?, at path: ArraySlice<String>, of root: JSONValue) -> JSONValue? {
        guard let key = path.first else { return new }
        if var object = root.objectValue {
            guard let old = object[key] else { return nil }
            object[key] = path.count == 1 ? new : setting(new, at: path.dropFirst(), of: old)
            return .object(object)
        }
        guard var array = root.arrayValue, let index = Int(key), array.indices.contains(index) else { return nil }
        if path.count == 1, new == nil {
            array.remove(at: index)
        } else if let value = path.count == 1 ? new : setting(new, at: path.dropFirst(), of: array[index]) {
            array[index] = value
        }
        return .array(array)
    }

    private static func empty(_ value: JSONValue) -> JSONValue? {
        switch value.kind {
        case .string: ""
        case .array: []
        case .object: [:]
        case .number: 0
        case .bool, .null: nil
        }
    }

    private static func otherKind(_ value: JSONValue) -> JSONValue { value.stringValue == nil ? "another kind" : 4711 }
}
