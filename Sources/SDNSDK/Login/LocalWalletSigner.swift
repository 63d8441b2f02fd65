import HeraldKeys

/// A wallet whose key is in this process. Its description shows the address and never the key.
public struct LocalWalletSigner: SDNWalletSigner, SDNAppSigner {
    private let key: Secp256k1PrivateKey

    /// A wallet that signs with `key` without asking anybody.
    public init(_ key: Secp256k1PrivateKey) { self.key = key }

    /// The EIP-55 form.
    public var address: String { key.publicKey.ethereumAddress.checksummed }

    /// `0x`, lower case, `v` of 27 or 28.
    public func personalSign(_ message: String) throws(KeysError) -> String { try PersonalMessage.sign(message, with: key).text() }

    /// The same as ``personalSign(_:)``, for a key that is the app vendor's.
    public func sign(_ message: String) throws(KeysError) -> String { try personalSign(message) }
}

extension LocalWalletSigner: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "LocalWalletSigner(\(address))" }
    public var debugDescription: String { description }
    /// Shows the address to a debugger, and not the key.
    public var customMirror: Mirror { Mirror(self, children: ["address": address], displayStyle: .struct) }
}

/// The app signer that asks the vendor's signing service (SDN sheet 1.7).
public struct AppServiceSigner: SDNAppSigner {
    private let client: MXRestClient

    /// - Parameter client: its ``MXSDKOptions/appServiceSignURL``, or else its node, is asked.
    public init(client: MXRestClient) { self.client = client }

    /// Asks the service to sign the UTF-8 bytes of `message`.
    /// - Throws: what ``MXRestClient/appServiceSign(_:)`` throws.
    public func sign(_ message: String) async throws -> String { try await client.appServiceSign(message)["signature"] ?? "" }
}
