/// Requests in SimpleWallet's terms (MYKEY sheet 2.1, 3.1).
extension MYKEYWallet {
    /// Sends a request of the base protocol to a MYKEY wallet. Its name and icon take precedence over those from the initialisation.
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
