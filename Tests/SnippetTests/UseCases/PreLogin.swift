import SDNSDK

/// Use case 6: the login challenge of older nodes, in the form with two closures (SDN sheet 1.10, 4.1).
protocol PreLoginSnippet {
    func run(_ client: MXRestClient?, _ DID: String, success: @escaping @Sendable (String) -> Void, failure: @escaping @Sendable (any Error) -> Void)
}

struct DeprecatedPreLogin: PreLoginSnippet {
    // Deprecated itself, so that what the specification keeps for old code gives no warning here.
    @available(*, deprecated)
    func run(_ client: MXRestClient?, _ DID: String, success: @escaping @Sendable (String) -> Void, failure: @escaping @Sendable (any Error) -> Void) {
        client?.postPreLoginDID(DID, success: { response in
            success(response.message)
        }, failure: { error in
            failure(error)
        })
    }
}
