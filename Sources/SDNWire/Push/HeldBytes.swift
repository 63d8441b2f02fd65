import HeraldJSON

/// Estimates of the memory that values take, in bytes. A JSON tree takes up to forty times the size of its text.
enum HeldBytes {
    /// The overhead of an array or a string on the heap, in bytes.
    static let buffer = 32
    /// The overhead of a dictionary, in bytes.
    private static let table = 64
    /// A string of up to this many bytes is stored inline, without heap memory.
    private static let inlineText = 15

    static func of(_ text: String) -> Int { text.utf8.count > inlineText ? buffer + text.utf8.count : 0 }

    static func of(_ values: [JSONValue]) -> Int {
        values.isEmpty ? 0 : values.reduce(buffer) { $0 + MemoryLayout<JSONValue>.stride + of($1) }
    }

    static func of(_ object: JSONObject) -> Int {
        if object.isEmpty { return 0 }
        // A dictionary's capacity is a power of two, and a quarter of it stays free.
        var places = 2
        while places * 3 / 4 < object.count { places *= 2 }
        let place = MemoryLayout<String>.stride + MemoryLayout<JSONValue>.stride
        return object.reduce(table + places * place) { $0 + of($1.key) + of($1.value) }
    }

    /// Returns the heap memory of a value, without the value's own inline size.
    static func of(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .int, .double: 0
        case .string(let text): of(text)
        case .array(let values): of(values)
        case .object(let object): of(object)
        }
    }
}
