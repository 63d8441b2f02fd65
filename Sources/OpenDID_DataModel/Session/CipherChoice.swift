extension SymmetricCipherType {
    /// Whether this side works with it: ECB shows which blocks are equal (OpenDID sheet 6.2).
    public var isAccepted: Bool {
        switch self {
        case .aes128CBC, .aes256CBC: true
        case .aes128ECB, .aes256ECB: false
        }
    }

    /// The server's choice: the first accepted cipher that the client offered, or AES-256-CBC when it offered none (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher` when every offer is refused.
    public static func chosen(from offered: [SymmetricCipherType]?) throws(DataModelError) -> SymmetricCipherType {
        guard let offered else { return .aes256CBC }
        guard let choice = offered.first(where: \.isAccepted) else {
            throw DataModelError(.cipher, field: "candidate.ciphers", reason: "no cipher that is accepted here")
        }
        return choice
    }

    /// The client's check of the server's choice: accepted, and among what was offered (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher`.
    public func requireChoice(from offered: [SymmetricCipherType]?) throws(DataModelError) {
        guard isAccepted else { throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) is refused") }
        guard offered?.contains(self) ?? true else {
            throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) was not offered")
        }
    }
}
