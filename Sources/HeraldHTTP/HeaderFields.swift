/// Checks header lines.
enum HeaderFields {
    /// Returns true when every name is a token and no value contains a line break or another control character (RFC 9110, 5.5 and 5.6.2).
    static func areSendable(_ fields: [String: String]) -> Bool {
        fields.allSatisfy { name, value in
            !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
                && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
