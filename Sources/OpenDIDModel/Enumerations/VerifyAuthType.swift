/// The ways in which a holder must unlock the keys of a presentation: a set of bits that is sent as one number (OpenDID sheet 3.4, 4.5).
///
/// 0 requires nothing, 6 requires a PIN or biometrics, and 0x8006 requires both. Iterating over the set gives its bits one by one, the
/// lowest first.
///
/// OpenDID sheet 4.9, #34: the original text does not explain ``and`` and ``free``. ``isSatisfied(by:)`` implements their meaning.
public struct VerifyAuthType: OptionSet, Sequence, Codable, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Any key may be used.
    public static let free = VerifyAuthType(rawValue: 1 << 0)
    /// A key with a PIN may be used.
    public static let pin = VerifyAuthType(rawValue: 1 << 1)
    /// A key that biometrics protects may be used.
    public static let bio = VerifyAuthType(rawValue: 1 << 2)
    /// The holder must satisfy all other bits of the set. Without this bit, one of them is enough.
    public static let and = VerifyAuthType(rawValue: 1 << 15)

    /// An iterator that returns the single bits of a set, the lowest first.
    public struct Iterator: IteratorProtocol {
        private var rest: UInt

        init(_ set: VerifyAuthType) { rest = UInt(bitPattern: set.rawValue) }

        /// Returns the next bit, or `nil` at the end.
        public mutating func next() -> VerifyAuthType? {
            guard rest != 0 else { return nil }
            let bit = rest & (~rest &+ 1)
            rest ^= bit
            return VerifyAuthType(rawValue: Int(bitPattern: bit))
        }
    }

    /// Returns an iterator over the single bits, the lowest first.
    public func makeIterator() -> Iterator { Iterator(self) }

    // Without this function, a call of `contains` would be ambiguous, because `OptionSet` and `Sequence` both have a default
    // implementation.
    /// True if this set has all bits of the other set.
    public func contains(_ member: VerifyAuthType) -> Bool { rawValue & member.rawValue == member.rawValue }

    /// True if the holder satisfies the set by unlocking keys in the given ways.
    ///
    /// | Bits | Satisfied by |
    /// | --- | --- |
    /// | none, or ``and`` alone | any holder, even one without a key |
    /// | ``free``, alone or with other bits except ``and`` | any key |
    /// | ``pin``, ``bio`` or both, without ``and`` | a key of one of the named kinds |
    /// | ``and`` with other bits | a key of each named kind |
    ///
    /// A bit without a meaning is never satisfied. If all bits of a set have no meaning, no key satisfies the set. With ``and``, one such
    /// bit is enough for that.
    public func isSatisfied(by authTypes: Set<AuthType>) -> Bool {
        let wanted = subtracting(.and)
        guard !wanted.isEmpty else { return true }
        let isMet = { (bit: VerifyAuthType) -> Bool in
            switch bit {
            case .free: !authTypes.isEmpty
            case .pin: authTypes.contains(.pin)
            case .bio: authTypes.contains(.bio)
            default: false
            }
        }
        return contains(.and) ? wanted.allSatisfy(isMet) : wanted.contains(where: isMet)
    }
}

extension VerifyAuthType {
    public init(from decoder: any Decoder) throws {
        let bits = try decoder.singleValueContainer().decode(Int.self)
        guard bits >= 0 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "a set of bits is 0 or more"))
        }
        self.init(rawValue: bits)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
