import Crypto
import Foundation
import MYKEYWire

/// Makes the code of a login.
///
/// The same body gives the same code under the same salt, so that a wallet which did not get the reply gets it again, and the store keeps
/// neither the code nor the body, which holds a signature that nobody else has.
enum LoginCodes {
    static let saltBytes = 16

    static func code(salt: [UInt8], body: [UInt8]) -> ReturnCode {
        let mac = HMAC<SHA256>.authenticationCode(for: Data("herald mykey login code".utf8) + Data(body), using: SymmetricKey(data: salt))
        return ReturnCode(bytes: Array(mac))
    }
}
