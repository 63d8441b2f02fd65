import HeraldJSON

/// A model that is read from the body of an answer.
///
/// A member that the client does not need may be absent or `null`. Its property is then `nil` or has a default. A member that the client needs is
/// required.
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
