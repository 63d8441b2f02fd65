import Crypto
import Foundation
import MYKEYWire

/// Derives the one-time code of a login.
///
/// The same body and salt give the same code, so that a wallet that did not receive the reply can get it again. The store contains neither
/// the code nor the body. An attacker who reads the store cannot derive the code, because the body contains a signature that only the
/// wallet and the server have.
enum LoginCodes {
    static let saltBytes = 16

    static func code(salt: [UInt8], body: [UInt8]) -> ReturnCode {
        let mac = HMAC<SHA256>.authenticationCode(
            for: Data("herald mykey login code".utf8) + Data(body), using: SymmetricKey(data: salt))
        return ReturnCode(bytes: Array(mac))
    }
}
