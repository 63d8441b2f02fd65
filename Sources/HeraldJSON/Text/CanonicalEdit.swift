/// A change to one member of an object when its canonical form is written.
///
/// Signatures cover a document without some members, or with other values for them. With edits, no changed tree needs to be built.
public enum CanonicalEdit: Sendable, Hashable {
    /// Omits the member.
    case remove
    /// Sets the member to this value, whether or not the object has the member.
    ///
    /// The bytes must be the canonical form of the value. They are written unchanged.
    case set([UInt8])
}
