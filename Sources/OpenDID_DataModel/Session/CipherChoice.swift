extension SymmetricCipherType {
    /// True if this package accepts the cipher. ECB is refused because it shows which blocks are equal (OpenDID sheet 6.2).
    public var isAccepted: Bool {
        switch self {
        case .aes128CBC, .aes256CBC: true
        case .aes128ECB, .aes256ECB: false
        }
    }

    /// Returns the server's choice: the first accepted cipher of the client's offer, or AES-256-CBC if there is no offer
    /// (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher` if no offered cipher is accepted.
    public static func chosen(from offered: [SymmetricCipherType]?) throws(DataModelError) -> SymmetricCipherType {
        guard let offered else { return .aes256CBC }
        guard let choice = offered.first(where: \.isAccepted) else {
            throw DataModelError(.cipher, field: "candidate.ciphers", reason: "no cipher that is accepted here")
        }
        return choice
    }

    /// Checks the server's choice for the client: it must be accepted here and must be in the offer, if there is one (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher` if it is not.
    public func requireChoice(from offered: [SymmetricCipherType]?) throws(DataModelError) {
        guard isAccepted else { throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) is refused") }
        guard offered?.contains(self) ?? true else {
            throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) was not offered")
        }
    }
}
