import HeraldJSON

/// The path to a member of an event in the syntax of push conditions, such as `content.m\.relates_to.rel_type`. `\.` is a dot inside a name
/// and `\\` is a backslash. A backslash before any other character stands for itself (SDN sheet 6.3).
package struct PropertyPath: Sendable, Hashable {
    /// The largest number of names in a path. No event is nested more deeply (SDN sheet 7.1).
    private static let depthLimit = 128

    package let names: [String]

    package init(_ text: String) {
        var names: [String] = [], name = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                if scalar != "." && scalar != "\\" { name.append("\\") }
                name.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "." {
                names.append(String(name))
                name = String.UnicodeScalarView()
            } else {
                name.append(scalar)
            }
        }
        if isEscaped { name.append("\\") }
        names.append(String(name))
        self.names = names
    }

    /// The estimated memory size, in bytes.
    package var weight: Int { names.reduce(HeldBytes.buffer) { $0 + MemoryLayout<String>.stride + HeldBytes.of($1) } }

    /// Returns the member at the path, or `nil` when the event has none.
    /// - Parameter member: returns a member of the event itself.
    package func value(_ member: (_ name: String) -> JSONValue?) -> JSONValue? {
        guard names.count <= Self.depthLimit, let first = names.first, var value = member(first) else { return nil }
        for name in names.dropFirst() {
            guard let next = value.objectValue?[name] else { return nil }
            value = next
        }
        return value
    }
}
