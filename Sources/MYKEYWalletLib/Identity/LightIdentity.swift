import Foundation
import HeraldKeys

/// The dapp's key and the user id in light mode. In this mode, the dapp creates both itself (MYKEY sheet 2.2).
public enum LightIdentity {
    private static let prefix = "MYKEY-simple-wallet-app-key-prefix-&#%"

    /// Returns the dapp's key: the MD5 of a fixed prefix and the dapp's name, in lower-case hexadecimal without `0x`, as on iOS.
    ///
    /// Anybody can compute the key for any name. It is therefore a label, and neither a secret nor a proof.
    public static func appKey(dappName: String) -> String { Hex.encode(MD5.hash(Array((prefix + dappName).utf8))) }

    /// Returns a random UUID in upper case, for use as a user id. Nobody can guess it, and it reveals nothing about the device.
    public static func randomUserID() -> String { UUID().uuidString }
}
