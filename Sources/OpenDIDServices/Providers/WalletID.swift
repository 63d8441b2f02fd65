import OpenDID_DataModel

/// Creates wallet IDs: `WID`, year and month, and 11 letters and digits (OpenDID sheet 1.4).
enum WalletID {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    static func make(at now: UTCInstant, random: @Sendable (Int) -> [UInt8]) -> String {
        let date = now.text.utf8.prefix(7).filter { $0 != UInt8(ascii: "-") }
        return "WID" + String(decoding: date, as: UTF8.self) + text(length: 11, random: random)
    }

    /// Returns random characters. Bytes from 248 up are discarded, so that all 62 characters are equally likely.
    static func text(length: Int, random: @Sendable (Int) -> [UInt8]) -> String {
        var characters: [UInt8] = []
        var draws = 0
        while characters.count < length {
            for byte in random(length * 2) where characters.count < length && (byte < 248 || draws > 16) {
                characters.append(alphabet[Int(byte) % alphabet.count])
            }
            draws += 1
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
