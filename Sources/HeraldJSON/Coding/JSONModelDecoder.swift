/// Decodes `Decodable` types from JSON.
///
/// It works on the index of ``JSONDocument``: no tree is built, and nothing of Foundation takes part. What differs from
/// Foundation's `JSONDecoder`:
///
/// - Errors are ``JSONError`` with the whole path, what was expected and what was found; a `DecodingError` or other error thrown by a
///   type is translated and keeps its place.
/// - An integer type takes integer literals only; `1.0` and `1e0` are refused.
/// - An object that names a member twice is refused, unless the limits say otherwise.
/// - Texts are compared by their characters, not by how they look: a text that is no raw value of an enumeration but canonically
///   equivalent to one is `invalidValue`, and two names that a dictionary would take for one are `duplicateMember`.
/// - A member that is `null` is absent, in a dictionary as in a type.
/// - Types that conform to ``KeepsUnknownMembers`` keep the members they do not declare.
/// - Foundation's `Data`, `Date` and `URL` get no special treatment.
public struct JSONModelDecoder: Sendable {
    /// What the text may ask of the reader.
    public var limits: JSONLimits

    /// - Parameter limits: defaults to 16 MiB, depth 64 and no duplicate members.
    public init(limits: JSONLimits = .model) { self.limits = limits }

    /// Checks a text and decodes its value.
    /// - Throws: ``JSONError``: what ``JSONDocument`` refuses, `missingMember`, `wrongKind`, `outOfRange`, `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(JSONError) -> T {
        try decode(type, from: JSONDocument(bytes, limits: limits).root)
    }

    /// Decodes a part of a document that has been checked before. Paths in errors start at the root of the document.
    /// - Throws: ``JSONError`` `duplicateMember` when these limits refuse what the document's allowed, and as
    ///   ``decode(_:from:)-(_,[UInt8])`` for the rest.
    public func decode<T: Decodable>(_ type: T.Type, from view: JSONView) throws(JSONError) -> T {
        let view = try withoutDuplicates(view)
        let decoding = ModelDecoding(view, maxDepth: limits.effectiveMaxDepth)
        do {
            return try decoding.value(type, at: view.index, depth: 0)
        } catch let error as JSONError {
            throw error
        } catch {
            throw JSONError(.invalidValue, reason: String(describing: error))
        }
    }

    /// Decodes a tree. Errors have no offset.
    /// - Throws: ``JSONError`` as ``decode(_:from:)-(_,[UInt8])``.
    public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws(JSONError) -> T {
        do {
            return try decode(type, from: value.serialized())
        } catch {
            throw JSONError(error.code, path: error.path, reason: error.reason)
        }
    }

    /// The containers look members up on the promise that each name comes once.
    private func withoutDuplicates(_ view: JSONView) throws(JSONError) -> JSONView {
        if view.storage.isFreeOfDuplicates { return view }
        guard let duplicate = view.storage.firstDuplicate(in: view.index) else { return view }
        guard !limits.refusesDuplicates else { throw view.storage.duplicateError(duplicate) }
        let bytes = try CanonicalWriter(view.storage, numbers: .verbatim).bytes(at: view.index)
        return try JSONDocument(bytes, limits: JSONLimits(maxBytes: JSONLimits.byteCeiling, maxDepth: JSONLimits.depthCeiling)).root
    }
}
