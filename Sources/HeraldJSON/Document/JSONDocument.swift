/// A JSON text that has been checked completely: the grammar of RFC 8259, UTF-8, depth and size. Values are read from the text without a tree.
///
/// ```swift
/// let document = try JSONDocument(Array(#"{"rooms":[{"name":"Hello"}]}"#.utf8))
/// for room in document.root["rooms"]?.elements ?? .empty {
///     print(room["name"]?.string ?? "")
/// }
/// ```
///
/// A byte order mark, an escape of a lone surrogate, text after the value and a number beyond the range of a double are errors
/// (``JSONLimits/isTolerant`` lets two of them pass). In addition to the text, a document stores 8 bytes for each value, member name and closing
/// bracket: half the text's size for a sync response.
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// The whole text. It differs from the text that was read if ``JSONLimits/isTolerant`` had to replace a part of that.
    public var bytes: [UInt8] { storage.bytes }

    /// Checks a JSON text.
    /// - Throws: ``JSONError`` with the byte offset of the first error.
    public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        storage = try JSONStorage(scanning: bytes, limits: limits)
    }

    /// The value of the text.
    public var root: JSONView { JSONView(storage: storage, index: 0) }
}

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
