/// What happens to a member of an object on its way into the canonical form.
///
/// Signatures cover a document without some of its members, or with others in their place. An edit spares building a tree for that.
public enum CanonicalEdit: Sendable, Hashable {
    /// The member is left out.
    case remove
    /// The member gets this value, whether the object has it or not.
    ///
    /// The bytes are the canonical form of the value and are taken as they are.
    case set([UInt8])
}
