/// Writes the encoded value with sorted members. Omits members that are `null`.
struct EncodedTreeWriter {
    enum Style {
        /// The form that is signed, with integers only.
        case canonical
        /// The same form with any number.
        case compact
        case pretty
    }

    private let tree: EncodedTree
    private let style: Style
    private var output: [UInt8] = []

    init(_ tree: EncodedTree, style: Style) {
        self.tree = tree
        self.style = style
        output.reserveCapacity(tree.text.count + tree.nodes.count * 6)
    }

    mutating func bytes() throws(JSONError) -> [UInt8] {
        try write(EncodedTree.root, depth: 0)
        return output
    }

    private mutating func write(_ index: Int, depth: Int) throws(JSONError) {
        let node = tree.nodes[index]
        switch node.kind {
        case .null: output.append(contentsOf: "null".utf8)
        case .yes: output.append(contentsOf: "true".utf8)
        case .no: output.append(contentsOf: "false".utf8)
        case .integer:
            try checkInteger(index, node)
            output.append(contentsOf: tree.bytes(node.text))
        case .fraction:
            guard style != .canonical else {
                throw JSONError(
                    .notCanonical, path: tree.path(of: index),
                    reason: "canonical JSON has integers only, without fraction or exponent")
            }
            output.append(contentsOf: tree.bytes(node.text))
        case .string: JSONText.appendQuoted(utf8: tree.bytes(node.text), to: &output)
        case .array:
            output.append(UInt8(ascii: "["))
            var child = Int(node.firstChild)
            while child >= 0 {
                separate(isFirst: child == Int(node.firstChild), depth: depth + 1)
                try write(child, depth: depth + 1)
                child = Int(tree.nodes[child].next)
            }
            close("]", isEmpty: node.firstChild < 0, depth: depth)
        case .object, .empty:
            output.append(UInt8(ascii: "{"))
            let children = tree.sortedMembers(of: index)
            for (place, child) in children.enumerated() {
                separate(isFirst: place == 0, depth: depth + 1)
                JSONText.appendQuoted(utf8: tree.bytes(tree.nodes[child].name), to: &output)
                output.append(UInt8(ascii: ":"))
                if style == .pretty { output.append(UInt8(ascii: " ")) }
                try write(child, depth: depth + 1)
            }
            close("}", isEmpty: children.isEmpty, depth: depth)
        }
    }

    private func checkInteger(_ index: Int, _ node: EncodedTree.Node) throws(JSONError) {
        // A number of up to 15 digits lies within ±(2^53 − 1) in any case.
        guard style == .canonical, node.text.count > 15 else { return }
        let limit = JSONValue.canonicalIntegerLimit
        guard let value = Int64(tree.string(node.text)), value >= -limit, value <= limit else {
            throw JSONError(
                .notCanonical, path: tree.path(of: index), reason: "canonical JSON has integers within ±(2^53 − 1) only"
            )
        }
    }

    private mutating func separate(isFirst: Bool, depth: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        breakLine(depth)
    }

    private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool, depth: Int) {
        if !isEmpty { breakLine(depth) }
        output.append(UInt8(ascii: bracket))
    }

    private mutating func breakLine(_ depth: Int) {
        guard style == .pretty else { return }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}

extension EncodedTree {
    /// Returns the members of an object in canonical order, without those that are `null`. When a name was written twice, the last member counts.
    func sortedMembers(of object: Int) -> [Int] {
        var members: [Int] = []
        members.reserveCapacity(Int(nodes[object].count))
        var areAscending = true
        var child = Int(nodes[object].firstChild)
        while child >= 0 {
            if areAscending, let last = members.last { areAscending = compareNames(last, child) < 0 }
            members.append(child)
            child = Int(nodes[child].next)
        }
        // Ascending names contain no name twice.
        if !areAscending {
            members.sort { left, right in
                let order = compareNames(left, right)
                return order < 0 || order == 0 && left < right
            }
        }
        var kept = 0
        for place in members.indices {
            let member = members[place]
            if !areAscending, place + 1 < members.count, compareNames(member, members[place + 1]) == 0 { continue }
            if nodes[member].kind == .null { continue }
            members[kept] = member
            kept += 1
        }
        members.removeLast(members.count - kept)
        return members
    }

    private func compareNames(_ left: Int, _ right: Int) -> Int {
        let left = nodes[left].name, right = nodes[right].name
        return text.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return left.count - right.count }
            return WordScan.compare(base + left.start, left.count, base + right.start, right.count)
        }
    }

    /// Returns the value at a node as a tree.
    func value(_ index: Int) -> JSONValue {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .integer: return Int64(string(node.text)).map { .int($0) } ?? .double(Double(string(node.text)) ?? 0)
        case .fraction: return .double(Double(string(node.text)) ?? 0)
        case .string: return .string(string(node.text))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(Int(node.count))
            var child = Int(node.firstChild)
            while child >= 0 {
                elements.append(value(child))
                child = Int(nodes[child].next)
            }
            return .array(elements)
        case .object, .empty:
            var object = JSONObject()
            object.reserveCapacity(Int(node.count))
            var child = Int(node.firstChild)
            while child >= 0 {
                object[string(nodes[child].name)] = value(child)
                child = Int(nodes[child].next)
            }
            return .object(object.filter { !$0.value.isNull })
        }
    }
}
