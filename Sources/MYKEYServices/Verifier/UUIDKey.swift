import HeraldKeys

/// The text under which a uuID is looked up. UUIDs are compared without regard to letter case, because iOS writes them in upper case and
/// other systems in lower case. Every other text is compared exactly (MYKEY sheet 4.4, step 6).
enum UUIDKey {
    static func of(_ uuID: String) -> ExactText {
        ExactText(isUUID(uuID) ? uuID.lowercased() : uuID)
    }

    /// True for 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
    static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
                }
            }
    }

    /// Returns a random UUID (version 4) in lower case.
    /// - Parameter random: 16 bytes, of which 122 bits are used.
    static func made(from random: [UInt8]) -> String {
        var bytes = Array((random + [UInt8](repeating: 0, count: 16)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hex.encode(bytes)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
