/// A JSON text that has been checked once, completely: the grammar of RFC 8259, UTF-8, depth and size. Its values are read in place.
///
/// A byte order mark, a lone surrogate escape, anything after the value and a number beyond the range of a double are refused.
/// Beside the text it keeps 8 bytes for each value, member name and closing bracket: half the size of the text for a sync response.
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// The text as it was given.
    public var bytes: [UInt8] { storage.bytes }

    /// - Throws: ``JSONError`` with the byte offset of the first fault.
    public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        storage = try JSONStorage(scanning: bytes, limits: limits)
    }

    /// The one value of the text.
    public var root: JSONView { JSONView(storage: storage, index: 0) }
}
