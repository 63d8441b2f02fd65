import HeraldJSON

/// How many bytes values take in memory, about. A tree of JSON takes up to forty times the bytes that it was read from.
enum HeldBytes {
    /// What a list or text of its own has beside what is in it.
    static let buffer = 32
    /// What a dictionary has beside what is in it.
    private static let table = 64
    /// A text of up to so many bytes lies where it is named.
    private static let inlineText = 15

    static func of(_ text: String) -> Int { text.utf8.count > inlineText ? buffer + text.utf8.count : 0 }

    static func of(_ values: [JSONValue]) -> Int {
        values.isEmpty ? 0 : values.reduce(buffer) { $0 + MemoryLayout<JSONValue>.stride + of($1) }
    }

    static func of(_ object: JSONObject) -> Int {
        if object.isEmpty { return 0 }
        // A dictionary has a power of two of places, of which a quarter stays free.
        var places = 2
        while places * 3 / 4 < object.count { places *= 2 }
        let place = MemoryLayout<String>.stride + MemoryLayout<JSONValue>.stride
        return object.reduce(table + places * place) { $0 + of($1.key) + of($1.value) }
    }

    /// What is held beside the value's own place.
    static func of(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .int, .double: 0
        case .string(let text): of(text)
        case .array(let values): of(values)
        case .object(let object): of(object)
        }
    }
}
