extension JSONValue {
    /// Returns the value as compact JSON: no white space, and keys sorted by code point, so that equal values give equal bytes. A double that is not
    /// finite has no JSON form and becomes `null`.
    public func serialized() -> [UInt8] { serialized(omittingNulls: false) }

    func serialized(omittingNulls: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, omittingNulls)
        return bytes
    }

    private func append(to bytes: inout [UInt8], _ omittingNulls: Bool) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        case .double(let value): bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): JSONText.appendQuoted(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                element.append(to: &bytes, omittingNulls)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            var isFirst = true
            for (key, value) in object.sortedMembers where !(omittingNulls && value.isNull) {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONText.appendQuoted(key.text, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.append(to: &bytes, omittingNulls)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONObject {
    var sortedMembers: [(key: JSONKey, value: JSONValue)] {
        members.count < 2 ? Array(members) : members.sorted { JSONKey.precedes($0.key.text, $1.key.text) }
    }
}
