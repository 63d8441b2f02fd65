import HeraldJSON

/// A value after it was written to JSON and read back.
enum JSONCopy {
    static func copied<Value: Codable>(_ value: Value) throws -> Value {
        try JSONModelDecoder().decode(Value.self, from: JSONModelEncoder().canonicalBytes(value))
    }
}
