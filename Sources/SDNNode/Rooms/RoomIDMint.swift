import SDNWire

/// Makes room ids (SDN sheet 1.1 and 7.5).
struct RoomIDMint {
    let random: @Sendable (Int) -> [UInt8]

    /// `!<16 characters>-@sdn_<hex>:<domain>` for an SDN user, `!<18 characters>:<domain>` for others.
    func make(creator: UserID) -> String {
        creator.did == nil ? "!\(text(18)):\(creator.domain)" : "!\(text(16))-\(creator.text)"
    }

    /// That many characters of the URL-safe alphabet, without `-` and `_` so that an id can be picked out of a text.
    private func text(_ length: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var characters: [UInt8] = []
        while characters.count < length {
            // Bytes beyond the last whole run of the alphabet would favour its beginning.
            for byte in random(length) where characters.count < length && Int(byte) < 248 { characters.append(alphabet[Int(byte) % alphabet.count]) }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
