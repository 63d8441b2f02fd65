import HeraldJSON

/// A place in a document: the steps to it, its schema, and whether its object needs it.
struct Place {
    enum Step {
        case key(String)
        case index(Int)
    }

    let steps: [Step]
    let schema: Schema
    let isRequired: Bool

    /// As errors spell it: `evidence[0].type`.
    var path: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : "." + key
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// Every place of a full document, the root left out.
    static func all(of schema: ObjectSchema, in tree: JSONValue) -> [Place] {
        var places: [Place] = []
        walk(.object(schema), tree, [], isRequired: true, &places)
        return Array(places.dropFirst())
    }

    private static func walk(
        _ schema: Schema, _ tree: JSONValue, _ steps: [Step], isRequired: Bool, _ places: inout [Place]
    ) {
        places.append(Place(steps: steps, schema: schema, isRequired: isRequired))
        switch schema {
        case .object(let object):
            for member in object.members {
                guard let value = tree[member.key] else { continue }
                walk(member.schema, value, steps + [.key(member.key)], isRequired: !member.isOptional, &places)
            }
        case .array(let element):
            for (index, value) in (tree.arrayValue ?? []).enumerated() {
                walk(element, value, steps + [.index(index)], isRequired: false, &places)
            }
        case .map(let element):
            for (key, value) in tree.objectValue ?? JSONObject() {
                walk(element, value, steps + [.key(key)], isRequired: false, &places)
            }
        default: break
        }
    }

    /// The document with another value here; `nil` takes the member away.
    func setting(_ value: JSONValue?, in tree: JSONValue) -> JSONValue { Self.setting(value, steps[...], tree) }

    private static func setting(_ value: JSONValue?, _ steps: ArraySlice<Step>, _ tree: JSONValue) -> JSONValue {
        guard let step = steps.first else { return value ?? .null }
        let rest = steps.dropFirst()
        switch (step, tree) {
        case (.key(let key), .object(var object)):
            object[key] = rest.isEmpty ? value : setting(value, rest, object[key] ?? .null)
            return .object(object)
        case (.index(let index), .array(var elements)):
            elements[index] = setting(value, rest, elements[index])
            return .array(elements)
        default: return tree
        }
    }
}
