import Foundation
import HeraldKeys

/// What light mode puts in the place of the key and the user id that it does not have (MYKEY sheet 2.2).
public enum LightIdentity {
    private static let prefix = "MYKEY-simple-wallet-app-key-prefix-&#%"

    /// The dapp's key: the MD5 of a fixed prefix and the dapp's name, in lower-case hex, as on iOS.
    ///
    /// Anybody can compute it for any name. It is a label, not a secret and not a proof.
    public static func appKey(dappName: String) -> String { Hex.encode(MD5.hash(Array((prefix + dappName).utf8))) }

    /// A user id that nobody can guess and that says nothing about the device: a random UUID in upper case.
    public static func randomUserID() -> String { UUID().uuidString }
}
