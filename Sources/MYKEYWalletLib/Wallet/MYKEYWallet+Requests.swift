/// The four requests in the form that users' code has (MYKEY sheet 2.1). Each returns at once; how it ends comes to the response's
/// closures on ``MYKEYWallet/callbackQueue``, exactly once, never before the call has returned to the queue.
///
/// To wait instead, or to take a request back, ask ``MYKEYWallet/session``.
extension MYKEYWallet {
    /// Asks who the user is.
    public func authorize(authorizeRequest: AuthorizeRequest, response: MYKEYResponse) { ask(authorizeRequest, response) }

    /// Asks the user to pay.
    public func transfer(transferRequest: TransferRequest, response: MYKEYResponse) { ask(transferRequest, response) }

    /// Asks the user for a transaction of one or more calls.
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
