import Crypto
import CryptoExtras
import Foundation

/// The cost of a protocol's curve and cipher operations alone, with the library's own calls.
///
/// The numbers of operations are those of OpenDID sheet 5: each signature made once and checked once by its receiver. Certificates of
/// servers are checked when a wallet first meets them, and not counted.
enum BareProtocol {
    struct Cost {
        /// Seconds for everything.
        let total: Double
        /// Seconds for making and checking signatures.
        let signatures: Double
    }

    struct Broken: Error {}

    /// M210 with twelve claims. Signed: ReqEcdh, AccEcdh, AttestedAppInfo, WalletTokenData, SignedWalletInfo, ServerTokenData,
    /// IssueProfile, DIDAuth, AccE2e, the credential as a whole and each claim. Agreed: the session and the end-to-end channel, on both
    /// sides. Encrypted and decrypted: the server token, the request, the credential.
    static func issuance() throws -> Cost {
        try cost(signatures: 9 + 1 + 12, verifications: 9 + 1 + 12, agreements: 4, messages: [512, 256, 8_192])
    }

    /// M310 with three claims. Signed: WalletTokenData, VerifyProfile, the presentation, AccE2e; the three claims' signatures are checked
    /// too. Agreed: the end-to-end channel, on both sides. Encrypted and decrypted: the presentation.
    static func presentation() throws -> Cost {
        try cost(signatures: 4, verifications: 4 + 3, agreements: 2, messages: [4_096])
    }

    private static func cost(signatures: Int, verifications: Int, agreements: Int, messages: [Int]) throws -> Cost {
        let key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: Array("bare".utf8))
        let signature = try key.signature(for: digest)
        let publicKey = key.publicKey
        guard publicKey.isValidSignature(signature, for: digest) else { throw Broken() }
        let sign = 1 / (try Stopwatch.perSecond { Stopwatch.keep(try key.signature(for: digest)) })
        let verify = 1 / Stopwatch.perSecond { Stopwatch.keep(publicKey.isValidSignature(signature, for: digest)) }
        let peer = P256.KeyAgreement.PrivateKey().publicKey
        let agree =
            1
            / (try Stopwatch.perSecond {
                Stopwatch.keep(try P256.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: peer))
            })
        let aes = SymmetricKey(size: .bits256)
        let cipher = try messages.reduce(0) { sum, length in
            let plain = [UInt8](repeating: 7, count: length)
            return sum + 1
                / (try Stopwatch.perSecond {
                    let iv = AES._CBC.IV()
                    Stopwatch.keep(
                        try AES._CBC.decrypt(AES._CBC.encrypt(plain, using: aes, iv: iv), using: aes, iv: iv))
                })
        }
        let signing = Double(signatures) * sign + Double(verifications) * verify
        return Cost(total: signing + Double(agreements) * agree + cipher, signatures: signing)
    }
}
