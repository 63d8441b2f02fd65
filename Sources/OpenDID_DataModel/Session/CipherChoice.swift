extension SymmetricCipherType {
    /// True if this package accepts the cipher. ECB is not accepted, because its result shows which blocks of the message are equal
    /// (OpenDID sheet 6.2).
    public var isAccepted: Bool {
        switch self {
        case .aes128CBC, .aes256CBC: true
        case .aes128ECB, .aes256ECB: false
        }
    }

    /// Returns the cipher that a server chooses: the first accepted one that the client offered. If the client offered none, it is
    /// AES-256-CBC (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher` if no offered cipher is accepted.
    public static func chosen(from offered: [SymmetricCipherType]?) throws(DataModelError) -> SymmetricCipherType {
        guard let offered else { return .aes256CBC }
        guard let choice = offered.first(where: \.isAccepted) else {
            throw DataModelError(
                .cipher, field: "candidate.ciphers",
                reason: "none of the offered ciphers is accepted: offer AES-128-CBC or AES-256-CBC")
        }
        return choice
    }

    /// Checks the cipher that a server chose. This package must accept it, and the client must have offered it, unless the client offered
    /// none (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `cipher` if the check fails.
    public func requireChoice(from offered: [SymmetricCipherType]?) throws(DataModelError) {
        guard isAccepted else { throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) is refused") }
        guard offered?.contains(self) ?? true else {
            throw DataModelError(.cipher, field: "cipher", reason: "\(rawValue) was not offered")
        }
    }
}
