/// Builds the tree of a part of a document. It uses a stack of its own instead of recursion.
enum JSONTreeBuilder {
    private struct Frame {
        let end: Int
        let isObject: Bool
        var elements: [JSONValue] = []
        var members = JSONObject()
        var key = ""

        init(end: Int, isObject: Bool, count: Int) {
            self.end = end
            self.isObject = isObject
            if isObject { members.reserveCapacity(count) } else { elements.reserveCapacity(count) }
        }

        mutating func take(_ value: JSONValue, omittingNulls: Bool) {
            guard isObject else { return elements.append(value) }
            // When a member occurs twice, the last one counts, even if it is `null`.
            if omittingNulls, value.isNull { members.removeValue(forKey: key) } else { members[key] = value }
        }
    }

    /// Returns the tree of the value at an index of the document.
    /// - Parameter omittingNulls: true to omit members that are `null`, at every depth. Array elements stay.
    static func tree(_ storage: JSONStorage, at index: Int, omittingNulls: Bool = false) -> JSONValue {
        var frames: [Frame] = []
        var position = index
        while true {
            var value: JSONValue
            let view = JSONView(storage: storage, index: position)
            switch view.kind {
            case .object, .array:
                let isObject = view.kind == .object
                frames.append(Frame(end: Int(view.node.extra) - 1, isObject: isObject, count: view.count))
                position += 1
                value = .null
            case let kind:
                value = scalar(view, kind)
                position += 1
                guard !frames.isEmpty else { return value }
                frames[frames.count - 1].take(value, omittingNulls: omittingNulls)
            }
            while let top = frames.last, top.end == position {
                frames.removeLast()
                value = top.isObject ? .object(top.members) : .array(top.elements)
                position += 1
                guard !frames.isEmpty else { return value }
                frames[frames.count - 1].take(value, omittingNulls: omittingNulls)
            }
            if frames[frames.count - 1].isObject {
                frames[frames.count - 1].key = storage.string(storage.node(position))
                position += 1
            }
        }
    }

    private static func scalar(_ view: JSONView, _ kind: JSONKind) -> JSONValue {
        switch kind {
        case .bool: return .bool(view.bool ?? false)
        case .string: return .string(view.string ?? "")
        case .number:
            if let int = view.int { return .int(int) }
            return .double(view.double ?? 0)
        default: return .null
        }
    }
}
