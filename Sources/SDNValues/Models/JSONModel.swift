import HeraldJSON

/// A model that is read from the body of an answer.
///
/// A member that a chat can do without may be absent or `null`, and is then left out. A member that it needs is required.
package protocol ResponseModel: Sendable {
    /// Reads the model.
    /// - Throws: `JSONError` naming the member.
    init(document: JSONDocument) throws
}

/// A small model that is read from a JSON tree.
package protocol JSONModel: ResponseModel {
    init(json: JSONReader) throws
}

extension JSONModel {
    package init(document: JSONDocument) throws { try self.init(json: JSONReader(document.root.value)) }
}
