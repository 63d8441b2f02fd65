/// Requests with the member names of SimpleWallet (MYKEY sheet 2.1, 3.1).
extension MYKEYWallet {
    /// Sends a request of the base protocol to a MYKEY wallet. The dapp's name and icon in the request are used instead of those from the
    /// initialisation.
    public func redirectToMYKEYWithSimpleWallet(baseRequest: BaseProtocolRequest, response: MYKEYResponse) {
        let delivery = ResponseDelivery(response, on: callbackQueue)
        let session = session
        var configuration = session.configuration
        if !baseRequest.dappName.isEmpty { configuration.dappName = baseRequest.dappName }
        if !baseRequest.dappIcon.isEmpty { configuration.dappIcon = baseRequest.dappIcon }
        do {
            let request = try baseRequest.asked()
            session.with(configuration).begin(request, form: .simpleWalletInMYKEY, completion: delivery.deliver)
        } catch {
            delivery.deliver(.failure(error))
        }
    }
}
