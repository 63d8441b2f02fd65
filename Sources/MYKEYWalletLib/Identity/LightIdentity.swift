import Foundation
import HeraldKeys

/// The key and user id that light mode uses in place of issued ones (MYKEY sheet 2.2).
public enum LightIdentity {
    private static let prefix = "MYKEY-simple-wallet-app-key-prefix-&#%"

    /// Returns the dapp's key: the MD5 of a fixed prefix and the dapp's name, in lower-case hexadecimal without `0x`, as on iOS.
    ///
    /// Anybody can compute it for any name. It is a label, not a secret and not a proof.
    public static func appKey(dappName: String) -> String { Hex.encode(MD5.hash(Array((prefix + dappName).utf8))) }

    /// Returns a random UUID in upper case as a user id. Nobody can guess it, and it reveals nothing about the device.
    public static func randomUserID() -> String { UUID().uuidString }
}
