import HeraldJSON

/// Assembles a JSON object from members that are already JSON.
struct JSONObjectWriter {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]
    private var isEmpty = true

    mutating func add(_ key: String, _ value: some Collection<UInt8>) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        JSONText.appendQuoted(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: value)
    }

    mutating func add(_ key: String, _ json: String) { add(key, json.utf8) }

    /// Returns the complete object.
    func finished() -> [UInt8] { bytes + [UInt8(ascii: "}")] }
}

extension JSONText {
    /// Returns a JSON array of elements that are already JSON.
    static func array(_ elements: some Sequence<[UInt8]>) -> [UInt8] {
        list(elements, from: "[", to: "]")
    }

    /// Returns a JSON object of members that are already JSON, each with its name.
    static func object(_ members: some Sequence<[UInt8]>) -> [UInt8] {
        list(members, from: "{", to: "}")
    }

    private static func list(_ items: some Sequence<[UInt8]>, from open: Unicode.Scalar, to close: Unicode.Scalar)
        -> [UInt8]
    {
        var text = [UInt8(ascii: open)]
        for item in items {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += item
        }
        text.append(UInt8(ascii: close))
        return text
    }
}
