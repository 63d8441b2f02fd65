import HeraldKeys
import Logging
import SDNWire

/// The part of a server's configuration that decides about DIDs and logins with them.
package struct IdentitySettings: Sendable {
    /// The server's name. Every text to sign has it, so that a signature for one server is useless on another.
    package var serverName: String
    /// The text after the colon in the user ID of a DID; `nil` stands for the DID's digits (SDN sheet 1.1).
    package var userDomain: String?
    /// The addresses of the keys with which app vendors sign logins (SDN sheet 1.7).
    package var developers: [EthereumAddress]
    /// True if a login needs a signature by one of ``developers``.
    package var requiresAppToken: Bool
    /// True if a signature over the hexadecimal text of a challenge is accepted too (SDN sheet 1.6).
    package var acceptsHexText: Bool
    /// The key with which the server signs for apps. Without it, the server does not have the endpoint `appservice/sign`.
    package var applicationKey: Secp256k1PrivateKey?
    /// Returns the time of the wall clock.
    package var now: @Sendable () -> Timestamp
    /// Returns the given number of random bytes.
    package var random: @Sendable (Int) -> [UInt8]
    package var logger: Logger

    package init(
        serverName: String, userDomain: String?, developers: [EthereumAddress] = [], requiresAppToken: Bool = false,
        acceptsHexText: Bool = false, applicationKey: Secp256k1PrivateKey? = nil,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable (Int) -> [UInt8], logger: Logger
    ) {
        self.serverName = serverName
        self.userDomain = userDomain
        self.developers = developers
        self.requiresAppToken = requiresAppToken
        self.acceptsHexText = acceptsHexText
        self.applicationKey = applicationKey
        self.now = now
        self.random = random
        self.logger = logger
    }

    /// Returns the user ID of a DID.
    package func userID(of did: SDNDID) -> String { UserID(did: did, domain: userDomain).text }

    /// Returns a new nonce of 128 bits.
    func nonce() -> String { Hex.encode(random(16)) }

    /// Returns the addresses that may have signed: one, or two if signatures over the hexadecimal text are accepted.
    func signers(of message: String, _ signature: RecoverableSignature) -> [EthereumAddress] {
        var texts = [message]
        if acceptsHexText { texts.append(Hex.encode(Array(message.utf8))) }
        return texts.compactMap { try? PersonalMessage.recoverAddress($0, signature: signature.normalized) }
    }
}
