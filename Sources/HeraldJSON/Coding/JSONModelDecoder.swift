/// Decodes `Decodable` types from JSON.
///
/// ```swift
/// let issuer = try JSONModelDecoder().decode(Issuer.self, from: bytes)
/// ```
///
/// It reads the index of a ``JSONDocument`` and does not build a tree or use Foundation. It differs from Foundation's `JSONDecoder` as
/// follows:
///
/// - All errors are ``JSONError`` with the whole path, the expected value and the value found. It translates a `DecodingError` or other error
///   that a type throws and keeps its position.
/// - Integer types accept only integer literals. `1.0` and `1e0` are errors.
/// - An object that contains a member twice is an error, unless ``limits`` allow it.
/// - Strings are compared by code point. A string that is only canonically equivalent to a raw value of an enumeration is `invalidValue`. Two
///   names that a dictionary would treat as one are `duplicateMember`.
/// - A member that is `null` counts as absent, both in types and in dictionaries.
/// - Types that conform to ``KeepsUnknownMembers`` keep the members that they do not declare.
/// - Foundation's `Data`, `Date` and `URL` get no special treatment.
public struct JSONModelDecoder: Sendable {
    /// The limits on size, depth and duplicate members.
    public var limits: JSONLimits

    /// Creates a decoder.
    /// - Parameter limits: the limits. They default to 16 MiB, depth 64 and no duplicate members.
    public init(limits: JSONLimits = .model) { self.limits = limits }

    /// Checks a JSON text and decodes its value.
    /// - Throws: ``JSONError``: any error of ``JSONDocument/init(_:limits:)``, `missingMember`, `wrongKind`, `outOfRange` or `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(JSONError) -> T {
        try decode(type, from: JSONDocument(bytes, limits: limits).root)
    }

    /// Decodes a part of a document that has already been checked. Paths in errors start at the document's root.
    /// - Throws: ``JSONError`` `duplicateMember` when this decoder's limits reject duplicates that the document's limits allowed. Otherwise
    ///   like ``decode(_:from:)-(_,[UInt8])``.
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
    /// - Throws: ``JSONError``, like ``decode(_:from:)-(_,[UInt8])``.
    public func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws(JSONError) -> T {
        do {
            return try decode(type, from: value.serialized())
        } catch {
            throw JSONError(error.code, path: error.path, reason: error.reason)
        }
    }

    /// Returns the value without duplicate members, or throws an error if the limits forbid duplicates. The decoding containers need
    /// objects in which each name occurs only once.
    private func withoutDuplicates(_ view: JSONView) throws(JSONError) -> JSONView {
        if view.storage.isFreeOfDuplicates { return view }
        guard let duplicate = view.storage.firstDuplicate(in: view.index) else { return view }
        guard !limits.refusesDuplicates else { throw view.storage.duplicateError(duplicate) }
        let bytes = try CanonicalWriter(view.storage, numbers: .verbatim).bytes(at: view.index)
        return try JSONDocument(
            bytes, limits: JSONLimits(maxBytes: JSONLimits.byteCeiling, maxDepth: JSONLimits.depthCeiling)
        ).root
    }
}
