/// The members of a JSON object that its Swift type does not declare.
///
/// A newer peer may send members that this version does not know. They are part of the signed document, so a type that is written out
/// again must keep them. A type does so by conforming to ``KeepsUnknownMembers`` and letting the compiler synthesise `Codable`:
///
/// ```swift
/// struct Issuer: Codable, KeepsUnknownMembers {
///     var id: String
///     var unknownMembers = UnknownMembers()
/// }
/// ```
///
/// ``JSONModelDecoder`` fills the property, and ``JSONModelEncoder`` writes the members next to the declared ones. Other coders, such as
/// Foundation's, neither read nor write it.
public struct UnknownMembers: Sendable, Hashable, Codable {
    /// The members by name. Members that are `null` are dropped at every depth, because the canonical form has none.
    public var members: JSONObject

    /// Creates a value without members.
    public init() { members = JSONObject() }

    /// Creates a value with these members.
    public init(_ members: JSONObject) { self.members = members }

    /// True when there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// Decodes all members of an object. The coders do not call this for a property of a type that conforms to ``KeepsUnknownMembers``.
    /// - Throws: ``JSONError`` `wrongKind` or the decoder's own error when the value is not an object.
    public init(from decoder: any Decoder) throws { members = try JSONObject(from: decoder) }

    /// Encodes the members as an object. The coders do not call this for a property of a type that conforms to ``KeepsUnknownMembers``.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// A type that keeps the members that it does not declare. See ``UnknownMembers``.
public protocol KeepsUnknownMembers {
    /// The undeclared members of the object. If a declared member has the same name, only the declared one is written.
    var unknownMembers: UnknownMembers { get set }
}

// These two methods keep a member called "unknownMembers" out of the JSON. The synthesised `Codable` code reads and writes every stored
// property by name, and overload resolution prefers these methods to the generic ones.
extension KeyedDecodingContainer {
    /// Returns an empty value without reading anything. ``JSONModelDecoder`` fills the property afterwards.
    /// - Throws: nothing. The declaration says `throws` because the generic method does.
    public func decode(_ type: UnknownMembers.Type, forKey key: Key) throws -> UnknownMembers { UnknownMembers() }
}

extension KeyedEncodingContainer {
    /// Writes nothing. ``JSONModelEncoder`` writes the members next to the declared ones.
    /// - Throws: nothing. The declaration says `throws` because the generic method does.
    public mutating func encode(_ value: UnknownMembers, forKey key: Key) throws {}
}
