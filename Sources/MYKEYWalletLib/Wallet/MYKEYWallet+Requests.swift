/// The four requests in the form that existing apps use (MYKEY sheet 2.1). Each returns at once. The result comes to the response's closures on
/// ``MYKEYWallet/callbackQueue``, exactly once, and never before the call has returned to the queue.
///
/// To wait for a result or to withdraw a request, use ``MYKEYWallet/session``.
extension MYKEYWallet {
    /// Asks who the user is.
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
