import HeraldKeys
import MYKEYWire

/// The ways to hash a message that a wallet signs on Ethereum (MYKEY sheet 13, Q1: MYKEY's documents show both).
public enum EthereumMessageRule: Sendable, Hashable {
    /// The bytes are hashed with Keccak-256, and the 32 bytes of the hash are the personal message, as for a login. Herald's wallet uses
    /// this rule.
    case hashedFirst
    /// The bytes themselves are the personal message.
    case direct
}

/// Checks the body that a wallet posts after a `sign` request, with pure functions (MYKEY sheet 4.1).
///
/// Such a body is not a login, because its signature covers neither a time nor a uuID. The caller must therefore pass the account that is
/// logged in and the message that was requested. The message must be unpredictable and used only once.
public enum SignVerifier {
    /// Checks a posted body.
    /// - Parameters:
    ///   - body: the posted bytes.
    ///   - message: the requested message. It is a text on EOS, and `0x` with hexadecimal digits on Ethereum.
    ///   - account: the account that was asked.
    ///   - key: the result of looking up the account's reserved key now.
    ///   - rule: the rule for hashing the message on Ethereum. Defaults to ``EthereumMessageRule/hashedFirst``.
    ///   - allowedRefs: the wallets that may answer. Defaults to MYKEY itself.
    /// - Throws: ``CallbackRefusal``.
    public static func check(
        _ body: [UInt8], message: String, account: LoginAccount, key: KeyFinding,
        rule: EthereumMessageRule = .hashedFirst,
        allowedRefs: [String] = ["mykey"]
    ) throws(CallbackRefusal) {
        let posted: SignCallback
        do {
            posted = try SignCallback(json: body)
        } catch {
            // The text of the error is cleaned, because it may quote the name of a duplicate member, which the sender chose.
            throw CallbackRefusal(.fieldMissing, PrintableText.of("\(error)"))
        }
        guard MYKEYProtocol.allCases.contains(where: { ExactText($0.rawValue) == ExactText(posted.protocolName) })
        else {
            throw CallbackRefusal(.protocolUnknown, "the protocol is not MYKEY, MYKEYSimple or SimpleWallet")
        }
        guard allowedRefs.contains(where: { ExactText($0) == ExactText(posted.ref) }) else {
            throw CallbackRefusal(.ref, "this wallet is not in the list of allowed wallets")
        }
        guard (try? LoginAccount(posted.account)) == account else {
            throw CallbackRefusal(.account, "the signature is from an account other than the requested one")
        }
        guard ExactText(posted.message) == ExactText(message) else {
            throw CallbackRefusal(.signature, "the signed message is not the requested one")
        }
        guard case .known(let reserved) = key else {
            if case .unavailable(let reason) = key { throw CallbackRefusal(.upstream, reason) }
            throw CallbackRefusal(.noKey, "the account has no reserved key")
        }
        guard !reserved.isFrozen else { throw CallbackRefusal(.frozen, "the reserved key is frozen") }
        let digest = try digest(of: message, on: account, rule)
        if let reason = LoginSignature.refusal(posted.sign, digest: digest, by: reserved.key) {
            throw CallbackRefusal(.signature, reason)
        }
    }

    private static func digest(
        of message: String, on account: LoginAccount, _ rule: EthereumMessageRule
    ) throws(CallbackRefusal) -> [UInt8] {
        guard case .ethereum = account else { return LoginText.eosDigest(message) }
        guard message.hasPrefix("0x"), let bytes = try? Hex.decode(message.dropFirst(2)) else {
            throw CallbackRefusal(.signature, "on Ethereum the message must be 0x and hexadecimal digits")
        }
        return switch rule {
        case .hashedFirst: PersonalMessage.digest(Keccak256.hash(bytes))
        case .direct: PersonalMessage.digest(bytes)
        }
    }
}
