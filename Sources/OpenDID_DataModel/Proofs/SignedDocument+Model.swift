import HeraldJSON
import HeraldLocks

extension SignedDocument {
    /// Returns the document as a value of the model. Several rules and callers need it, so it is decoded only once.
    /// - Throws: `JSONError` if the document does not decode to the type.
    package func model<Model: Decodable & Sendable>(_ type: Model.Type = Model.self) throws(JSONError) -> Model {
        if let known = models.value(type) { return known }
        let model = try JSONModelDecoder().decode(type, from: root)
        models.add(model)
        return model
    }

    /// Reads a document that is part of another one.
    /// - Parameter model: the value that was decoded from exactly this part, if the caller has it already.
    /// - Throws: `JSONError` as ``init(_:limits:)`` does.
    package init(_ part: JSONView, decodedAs model: (any Sendable)?) throws(JSONError) {
        try self.init(part)
        if let model { models.add(model) }
    }
}

/// The values of the model that were decoded from a document, at most one of each type.
final class DecodedModels: Sendable {
    private let values = Mutex<[any Sendable]>([])

    func value<Model: Sendable>(_ type: Model.Type) -> Model? {
        values.withLock { values in
            for case let value as Model in values { return value }
            return nil
        }
    }

    func add(_ value: any Sendable) { values.withLock { $0.append(value) } }
}
