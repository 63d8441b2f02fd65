import OpenDID_DataModel

extension WalletConfiguration {
    private static let appIDAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Makes the id of an installation of an app, once for each: `AID`, year and month, and 11 letters and digits (OpenDID sheet 1.4).
    /// - Parameters:
    ///   - now: the moment of the installation.
    ///   - random: random bytes nobody can foretell.
    public static func makeAppID(
        now: UTCInstant = SystemSource.now(), random: (Int) -> [UInt8] = SystemSource.random
    ) -> String {
        let month = now.text.utf8.prefix(7).filter { $0 != UInt8(ascii: "-") }
        var letters: [UInt8] = []
        var draws = 0
        while letters.count < 11 {
            // 248 is the largest multiple of 62 in a byte; what lies above would make some letters likelier. A source that gives nothing
            // else must not keep this from ending.
            for byte in random(22) where byte < 248 || draws > 16 { letters.append(appIDAlphabet[Int(byte) % appIDAlphabet.count]) }
            draws += 1
            if draws > 32 { letters += [UInt8](repeating: UInt8(ascii: "0"), count: 11) }
        }
        return "AID" + String(decoding: month, as: UTF8.self) + String(decoding: letters.prefix(11), as: UTF8.self)
    }
}
