extension JSONValue: Codable {
    /// Decodes any value. Integers that fit 64 bits become ``int(_:)``, all other numbers ``double(_:)``.
    /// - Throws: the decoder's error when the value is of no JSON kind.
    public init(from decoder: any Decoder) throws {
        if let own = decoder as? ModelValueDecoder {
            self = own.tree
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(JSONObject(try container.decode([String: JSONValue].self)))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let own = encoder as? ModelValueEncoder { return try own.write(self) }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value.dictionary)
        }
    }
}

extension JSONObject: Codable {
    /// Decodes an object with any members.
    /// - Throws: ``JSONError`` `wrongKind` or the decoder's own error when the value is not an object.
    public init(from decoder: any Decoder) throws {
        guard let own = decoder as? ModelValueDecoder else {
            self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
            return
        }
        guard case .object(let object) = own.tree else {
            throw own.decoding.wrongKind(own.index, expected: JSONKind.object.description)
        }
        self = object
    }

    public func encode(to encoder: any Encoder) throws { try JSONValue.object(self).encode(to: encoder) }
}
