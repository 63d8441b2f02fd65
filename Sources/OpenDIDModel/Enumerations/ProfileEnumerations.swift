/// The format of a logo (OpenDID sheet 4.6).
public enum LogoImageType: String, Codable, Sendable, Hashable, CaseIterable {
    case jpg
    case png
}

/// The padding of a message's last block (OpenDID sheet 6.2).
public enum SymmetricPaddingType: String, Codable, Sendable, Hashable, CaseIterable {
    case noPad = "NOPAD"
    case pkcs5 = "PKCS5"
}

/// The cipher of a session or of an encrypted channel (OpenDID sheet 6.1, 6.2).
public enum SymmetricCipherType: String, Codable, Sendable, Hashable, CaseIterable {
    case aes128CBC = "AES-128-CBC"
    case aes128ECB = "AES-128-ECB"
    case aes256CBC = "AES-256-CBC"
    case aes256ECB = "AES-256-ECB"
}
