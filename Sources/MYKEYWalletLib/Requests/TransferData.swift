import Foundation

/// The arguments of a transfer (MYKEY sheet 2.3).
public final class TransferData: NSObject {
    /// The paying account; empty: the user's.
    public var from: String = ""
    /// The receiving account.
    public var to: String = ""
    /// How much of what, such as `1.0000 EOS`, with all the token's decimals.
    public var quantity: String = ""
    /// The memo that goes into the transaction.
    public var memo: String = ""

    /// Nothing filled in.
    public override init() { super.init() }

    /// The four arguments as they go out.
    public func dictionary() -> [String: Any] { ["from": from, "to": to, "quantity": quantity, "memo": memo] }
}
