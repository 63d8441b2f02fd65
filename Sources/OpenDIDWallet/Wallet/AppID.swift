import OpenDID_DataModel

extension WalletConfiguration {
    private static let appIDAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Returns a new id for an installation of an app: `AID`, year and month, and 11 letters and digits (OpenDID sheet 1.4). Call it once
    /// for each installation.
    /// - Parameters:
    ///   - now: the time of the installation. Defaults to the system's clock.
    ///   - random: returns unpredictable bytes. Defaults to the system's source.
    public static func makeAppID(
        now: UTCInstant = SystemSource.now(), random: (Int) -> [UInt8] = SystemSource.random
    ) -> String {
        let month = now.text.utf8.prefix(7).filter { $0 != UInt8(ascii: "-") }
        var letters: [UInt8] = []
        var draws = 0
        while letters.count < 11 {
            // 248 is the largest multiple of 62 that fits in a byte. Higher values are skipped, because they would make some letters more
            // likely. If the source gives only higher values, they are used after 16 draws, so that the loop ends.
            for byte in random(22) where byte < 248 || draws > 16 {
                letters.append(appIDAlphabet[Int(byte) % appIDAlphabet.count])
            }
            draws += 1
            if draws > 32 { letters += [UInt8](repeating: UInt8(ascii: "0"), count: 11) }
        }
        return "AID" + String(decoding: month, as: UTF8.self) + String(decoding: letters.prefix(11), as: UTF8.self)
    }
}
