/// The members of a JSON object that the type it was decoded into does not declare.
///
/// A newer peer may send members that this version does not know. They are part of what was signed, so a type that is written out
/// again has to keep them. A type keeps them by conforming to ``KeepsUnknownMembers`` and leaving its `Codable` to the compiler:
///
/// ```swift
/// struct Issuer: Codable, KeepsUnknownMembers {
///     var id: String
///     var unknownMembers = UnknownMembers()
/// }
/// ```
///
/// ``JSONModelDecoder`` fills the property, ``JSONModelEncoder`` writes the members back beside the declared ones. Other coders,
/// Foundation's among them, neither read nor write it.
public struct UnknownMembers: Sendable, Hashable, Codable {
    /// The members by name. Members that are `null`, here or deeper, are not kept: the canonical form has none.
    public var members: JSONObject

    /// No members.
    public init() { members = JSONObject() }

    /// The members of an object at hand.
    public init(_ members: JSONObject) { self.members = members }

    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }

    /// As an object of its own. As a property it never comes to this: see ``KeepsUnknownMembers``.
    public init(from decoder: any Decoder) throws { members = try JSONObject(from: decoder) }

    /// As an object of its own. As a property it never comes to this: see ``KeepsUnknownMembers``.
    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// A type that keeps the members it does not declare: see ``UnknownMembers``.
public protocol KeepsUnknownMembers {
    /// What the object held beyond the declared members. A declared member of the same name wins when it is written.
    var unknownMembers: UnknownMembers { get set }
}

// The code that the compiler writes for `Codable` asks for every stored property by name. These two are better matches than the
// generic methods, so that no coder sees a member called "unknownMembers".
extension KeyedDecodingContainer {
    /// Always empty, and touches nothing: ``JSONModelDecoder`` fills the property afterwards.
    public func decode(_ type: UnknownMembers.Type, forKey key: Key) throws -> UnknownMembers { UnknownMembers() }
}

extension KeyedEncodingContainer {
    /// Writes nothing: ``JSONModelEncoder`` writes the members beside the declared ones.
    public mutating func encode(_ value: UnknownMembers, forKey key: Key) throws {}
}
