import HeraldKeys

/// A wallet that can sign a login: in the app, in another app, or in hardware.
///
/// ```swift
/// struct ConnectedWallet: SDNWalletSigner {
///     let address: String
///     let connection: any WalletConnection   // the app's own connection to a wallet
///
///     func personalSign(_ message: String) async throws -> String {
///         try await connection.request("personal_sign", [message, address])
///     }
/// }
/// ```
public protocol SDNWalletSigner: Sendable {
    /// The wallet's address, `0x` and 40 hexadecimal digits in any case.
    /// - Throws: any error, if the wallet cannot give its address. The caller receives `CancellationError`, ``/SDNValues/SDNSDKError`` and
    ///   ``/SDNValues/MXError`` as they are, and `signingFailed` instead of any other error.
    var address: String { get async throws }
    /// Signs the UTF-8 bytes of `message` with Ethereum `personal_sign` (EIP-191).
    /// - Returns: 65 bytes, `r`, `s` and `v`, as hexadecimal digits in any form of SDN sheet 1.6.
    /// - Throws: any error, if the wallet cannot sign or the user refuses. The caller receives it as described for ``address``.
    func personalSign(_ message: String) async throws -> String
}

/// A signer of login messages for the app's vendor, the "developer key" (SDN sheet 1.7).
public protocol SDNAppSigner: Sendable {
    /// Signs the UTF-8 bytes of `message` with Ethereum `personal_sign` (EIP-191).
    /// - Throws: any error, if the key cannot sign. The caller receives it as described for ``SDNWalletSigner/address``.
    func sign(_ message: String) async throws -> String
}

/// A wallet whose key is in this process. Its description shows the address and never the key.
///
/// ```swift
/// let wallet = LocalWalletSigner(Secp256k1PrivateKey())
/// let signature = try wallet.personalSign("Hello")   // 0x and 130 hexadecimal digits
/// ```
public struct LocalWalletSigner: SDNWalletSigner, SDNAppSigner {
    private let key: Secp256k1PrivateKey

    /// Creates a wallet that signs with `key` without asking the user.
    public init(_ key: Secp256k1PrivateKey) { self.key = key }

    /// The address in its EIP-55 form.
    public var address: String { key.publicKey.ethereumAddress.checksummed }

    /// Returns the signature as hexadecimal digits in lower case with `0x`; its last byte `v` is 27 or 28.
    /// - Throws: `KeysError` when signing fails.
    public func personalSign(_ message: String) throws(KeysError) -> String {
        try PersonalMessage.sign(message, with: key).text()
    }

    /// Returns the same signature as ``personalSign(_:)``, for a key of the app's vendor.
    /// - Throws: `KeysError` when signing fails.
    public func sign(_ message: String) throws(KeysError) -> String { try personalSign(message) }
}

extension LocalWalletSigner: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "LocalWalletSigner(\(address))" }
    public var debugDescription: String { description }
    /// A mirror that shows the address to a debugger, and not the key.
    public var customMirror: Mirror { Mirror(self, children: ["address": address], displayStyle: .struct) }
}

/// An app signer that asks the vendor's signing service (SDN sheet 1.7).
public struct AppServiceSigner: SDNAppSigner {
    private let client: MXRestClient

    /// Creates a signer.
    /// - Parameter client: the client whose ``MXSDKOptions/appServiceSignURL`` is asked. Without that URL its node is asked.
    public init(client: MXRestClient) { self.client = client }

    /// Returns the service's signature of the UTF-8 bytes of `message`.
    /// - Throws: the errors of ``MXRestClient/appServiceSign(_:)``.
    public func sign(_ message: String) async throws -> String { try await client.appSignature(of: message) }
}
