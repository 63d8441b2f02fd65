/// A wallet that can sign a login: in the app, in another app, or in hardware.
public protocol SDNWalletSigner: Sendable {
    /// The wallet's address, `0x` and 40 hexadecimal digits in any case.
    var address: String { get async throws }
    /// Signs the UTF-8 bytes of `message` with Ethereum `personal_sign` (EIP-191).
    /// - Returns: 65 bytes, `r`, `s` and `v`, as hexadecimal digits in any form of SDN sheet 1.6.
    func personalSign(_ message: String) async throws -> String
}

/// A signer of login messages for the app's vendor, the "developer key" (SDN sheet 1.7).
public protocol SDNAppSigner: Sendable {
    /// Signs the UTF-8 bytes of `message` with Ethereum `personal_sign` (EIP-191).
    func sign(_ message: String) async throws -> String
}
