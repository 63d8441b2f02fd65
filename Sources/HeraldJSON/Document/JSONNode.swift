/// One entry of the scanner's index: 8 bytes, in the order of the text.
///
/// | node | `offset` | `extra` |
/// | --- | --- | --- |
/// | string or member name | its opening quote | length between the quotes, top bit set when it holds escapes |
/// | number, `true`, `false`, `null` | its first byte | length; top bit set for a number with fraction or exponent |
/// | `{` or `[` | the bracket | index of the node after its closing one |
/// | `}` or `]` | the bracket | 0 |
///
/// A container can therefore be skipped in one step, and a member can be found without reading the text between the names.
struct JSONNode {
    let bits: UInt64

    static let flag: UInt32 = 1 << 31

    @inline(__always) init(bits: UInt64) { self.bits = bits }

    @inline(__always) init(offset: Int, extra: UInt32) {
        bits = UInt64(UInt32(truncatingIfNeeded: offset)) | UInt64(extra) << 32
    }

    @inline(__always) var offset: Int { Int(UInt32(truncatingIfNeeded: bits)) }
    @inline(__always) var extra: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
    @inline(__always) var length: Int { Int(extra & ~Self.flag) }
    @inline(__always) var isFlagged: Bool { extra & Self.flag != 0 }
}
