import HeraldJSON
import SDNWire

/// The content of an event in canonical form.
struct CanonicalContent: Sendable {
    let bytes: [UInt8]

    /// - Throws: `M_TOO_LARGE` if the content is too large for an event; `M_BAD_JSON` if it is nested too deeply; `JSONError` if it has no canonical
    ///   form, such as with a floating-point number.
    init(_ content: JSONObject) throws {
        let content = JSONValue.object(content)
        guard content.isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "content: more than \(EventFormat.depthLimit) levels.")
        }
        bytes = try content.canonicalBytes()
        guard bytes.count <= EventFormat.sizeLimit else { throw EventFormat.tooLarge }
    }
}

/// Values that are computed from the content of a message before the database's one writer runs, so that other writes do not wait for them.
struct PreparedMessage: Sendable {
    /// The canonical content, or the error with which it is refused. The sender sees other refusals first, such as a missing right.
    let content: Result<CanonicalContent, any Error>
    /// The message's text, prepared for push rules; `nil` if there is none, or a long one.
    let text: FoldedText?
    /// The words of ``text``, each once; `nil` if the message lists whom it mentions.
    let words: [String]?
    /// The longest text that is prepared, in bytes. A waiting write would otherwise take many times the memory of its request.
    private static let textLimit = 4_096

    init(_ content: JSONObject) {
        self.content = Result { try CanonicalContent(content) }
        text = content["body"]?.stringValue.flatMap { $0.utf8.count <= Self.textLimit ? FoldedText($0) : nil }
        words = content["m.mentions"] == nil ? text.map(\.distinctWords) : nil
    }
}
