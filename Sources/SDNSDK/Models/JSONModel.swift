import HeraldJSON

/// What can be read from the body of an answer.
///
/// Models read leniently where a chat survives without the member (an absent or `null` one is left out) and strictly where it does not.
protocol ResponseModel: Sendable {
    /// - Throws: `JSONError` naming the member.
    init(document: JSONDocument) throws
}

/// A small model, read from a tree.
protocol JSONModel: ResponseModel {
    init(json: JSONReader) throws
}

extension JSONModel {
    init(document: JSONDocument) throws { try self.init(json: JSONReader(document.root.value)) }
}
