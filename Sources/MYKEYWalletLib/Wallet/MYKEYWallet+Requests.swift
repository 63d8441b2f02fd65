/// The four requests in the form that existing apps use (MYKEY sheet 2.1). Each method returns at once. Later, exactly one of the
/// response's closures is called, once, on ``MYKEYWallet/callbackQueue``. If the method is called on this queue, it has returned before the
/// closure is called.
///
/// To wait for a result, or to withdraw a request, use ``MYKEYWallet/session`` instead.
extension MYKEYWallet {
    /// Asks the user to log in.
    public func authorize(authorizeRequest: AuthorizeRequest, response: MYKEYResponse) {
        ask(authorizeRequest, response)
    }

    /// Asks the user to pay.
    public func transfer(transferRequest: TransferRequest, response: MYKEYResponse) { ask(transferRequest, response) }

    /// Asks the user to execute a transaction of one or more calls.
    public func contract(contractRequest: ContractRequest, response: MYKEYResponse) { ask(contractRequest, response) }

    /// Asks the user to sign a text.
    public func sign(signRequest: SignRequest, response: MYKEYResponse) { ask(signRequest, response) }

    private func ask(_ request: BaseRequest, _ response: MYKEYResponse) {
        let delivery = ResponseDelivery(response, on: callbackQueue)
        do {
            session.begin(try request.asked(), form: .mykey, completion: delivery.deliver)
        } catch {
            delivery.deliver(.failure(error))
        }
    }
}

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
