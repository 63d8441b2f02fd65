import SDNWire

/// Creates room IDs (SDN sheet 1.1 and 7.5).
struct RoomIDMint {
    let random: @Sendable (Int) -> [UInt8]

    /// Returns `!<16 characters>-@sdn_<hex>:<domain>` for an SDN user, and `!<18 characters>:<domain>` for others.
    func make(creator: UserID) -> String {
        creator.did == nil ? "!\(text(18)):\(creator.domain)" : "!\(text(16))-\(creator.text)"
    }

    /// Returns random characters of the URL-safe alphabet. They do not include `-` and `_`, so that an ID can be found in a text.
    private func text(_ length: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var characters: [UInt8] = []
        while characters.count < length {
            // Bytes from 248 on are skipped. They would make the first characters of the alphabet more likely.
            for byte in random(length) where characters.count < length && Int(byte) < 248 {
                characters.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
