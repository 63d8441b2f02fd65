/// How a holder has to open the keys of a presentation: a set of bits, one number on the wire (OpenDID sheet 3.4, 4.5).
///
/// 0 restricts nothing, 6 wants PIN or biometrics, 0x8006 wants both. As a sequence it gives its single bits, the lowest first.
///
/// OpenDID sheet 4.9, #34: the original text does not explain ``and`` and ``free``; ``isSatisfied(by:)`` is what they mean.
public struct VerifyAuthType: OptionSet, Sequence, Codable, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// A set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Any key.
    public static let free = VerifyAuthType(rawValue: 1 << 0)
    /// A key behind a PIN.
    public static let pin = VerifyAuthType(rawValue: 1 << 1)
    /// A key behind biometrics.
    public static let bio = VerifyAuthType(rawValue: 1 << 2)
    /// All of the others at once, instead of any of them.
    public static let and = VerifyAuthType(rawValue: 1 << 15)

    /// Gives the single bits of a set, the lowest first.
    public struct Iterator: IteratorProtocol {
        private var rest: UInt

        init(_ set: VerifyAuthType) { rest = UInt(bitPattern: set.rawValue) }

        /// The next bit.
        public mutating func next() -> VerifyAuthType? {
            guard rest != 0 else { return nil }
            let bit = rest & (~rest &+ 1)
            rest ^= bit
            return VerifyAuthType(rawValue: Int(bitPattern: bit))
        }
    }

    /// Walks over the single bits, the lowest first.
    public func makeIterator() -> Iterator { Iterator(self) }

    // Written out because `OptionSet` and `Sequence` both bring one.
    /// Whether all bits of the other set are in this one.
    public func contains(_ member: VerifyAuthType) -> Bool { rawValue & member.rawValue == member.rawValue }

    /// Whether keys that were opened in these ways are enough.
    ///
    /// | Bits | Enough |
    /// | --- | --- |
    /// | none, or ``and`` alone | everything, nothing included |
    /// | ``free`` among others | any key |
    /// | ``pin``, ``bio`` | a key of one of the named kinds |
    /// | ``and`` with others | a key of each named kind |
    ///
    /// A bit without meaning is never satisfied: alone, or beside ``and``, it refuses everything.
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
            throw DecodingError.dataCorrupted(DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "a set of bits is 0 or more"))
        }
        self.init(rawValue: bits)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
