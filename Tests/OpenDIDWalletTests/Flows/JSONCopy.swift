import HeraldJSON

/// What a value is after it was written down and read again.
enum JSONCopy {
    static func copied<Value: Codable>(_ value: Value) throws -> Value {
        try JSONModelDecoder().decode(Value.self, from: JSONModelEncoder().canonicalBytes(value))
    }
}
