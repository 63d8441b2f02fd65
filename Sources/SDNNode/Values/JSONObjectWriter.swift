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
