extension WalletError.Code {
    /// A wallet token is not the stored one, is out of date or for something else.
    public static let token = WalletError.Code("token", upstream: "MSDKWLT05010")
    /// The wallet is bound to another user, or to none.
    public static let user = WalletError.Code("user", upstream: "MSDKWLT05041")
    /// A document belongs to another DID.
    public static let didMismatch = WalletError.Code("did_mismatch", upstream: "MSDKWLT05052")
}

extension WalletError {
    /// The wallet's state does not allow this.
    static func refused(_ operation: WalletState.Operation, in state: WalletState) -> WalletError {
        WalletError(.state, field: operation.rawValue, reason: "the wallet's state is \(state.rawValue), which does not allow this")
    }
}
