import MYKEYWire

/// Calls to MYKEY's own servers, which no longer exist (MYKEY sheet 2.1). The methods exist so that existing apps compile. Each call fails
/// with code 2, on ``MYKEYWallet/callbackQueue``.
extension MYKEYWallet {
    /// In the original SDK, this method returned the user's balance of a token.
    @available(*, deprecated, message: "MYKEY's servers are gone; ask a node of the chain")
    public func getBalance(chain: String, code: String, symbol: String, completionHandler: MYKEYApiResponse) {
        serversAreGone(completionHandler)
    }

    /// In the original SDK, this method returned the user's tokens that are being released.
    @available(*, deprecated, message: "MYKEY's servers are gone; ask a node of the chain")
    public func getUnlockList(chain: String, code: String, symbol: String, completionHandler: MYKEYApiResponse) {
        serversAreGone(completionHandler)
    }

    /// In the original SDK, this method returned the account that is bound to the user.
    @available(*, deprecated, message: "MYKEY's servers are gone; the dapp's own server knows who has logged in")
    public func getBoundInfo(completionHandler: MYKEYApiResponse) { serversAreGone(completionHandler) }

    private func serversAreGone(_ handler: MYKEYApiResponse) {
        let error = MYKEYWalletError(.failure, reason: "this call needs MYKEY's own servers, which no longer exist")
        ResponseDelivery(
            MYKEYResponse(success: handler.onSuccess, failure: handler.onFailure, cancelled: nil), on: callbackQueue
        )
        .deliver(.failure(error))
    }
}
