extension JSONValue {
    /// Reads one JSON text (RFC 8259, UTF-8).
    /// - Throws: ``JSONError`` with the byte offset of the first fault.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONDocument(bytes, limits: limits).root.value
    }

    /// Reads one JSON text (RFC 8259).
    /// - Throws: ``JSONError`` with the byte offset of the first fault.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}
