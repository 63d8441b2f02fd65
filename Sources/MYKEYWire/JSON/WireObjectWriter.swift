import HeraldJSON

/// Writes the members of a JSON object, in the order of the calls or sorted by name. Bodies need the order of the specification, and
/// requests are sorted as iOS does. Numbers keep their digits.
struct WireObjectWriter {
    private var members: [(key: String, value: [UInt8])] = []

    mutating func add(_ key: String, _ text: String) { members.append((key, JSONText.quoted(text))) }
    mutating func add(_ key: String, _ number: Int64) { members.append((key, Array("\(number)".utf8))) }
    mutating func add(_ key: String, raw value: [UInt8]) { members.append((key, value)) }

    mutating func addPresent(_ key: String, _ text: String?) {
        if let text { add(key, text) }
    }

    func bytes(isSorted: Bool = false) -> [UInt8] {
        let ordered = isSorted ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
        var result: [UInt8] = [UInt8(ascii: "{")]
        for (index, member) in ordered.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ",")) }
            JSONText.appendQuoted(member.key, to: &result)
            result.append(UInt8(ascii: ":"))
            result.append(contentsOf: member.value)
        }
        result.append(UInt8(ascii: "}"))
        return result
    }

    static func array(_ elements: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + Array(elements.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }
}
