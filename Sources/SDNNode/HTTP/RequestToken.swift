import SDNWire

extension NodeRequest {
    /// Returns the access token of the request: of the `Authorization` header or, for old clients, of the query. `nil` if there is none.
    /// - Parameter query: the items of the request's query.
    func token(_ query: [String: String]) -> String? {
        guard let token = bearer ?? query["access_token"], !token.isEmpty else { return nil }
        return token
    }

    fileprivate var bearer: String? {
        let space = UInt8(ascii: " ")
        guard let parts = authorization?.utf8.split(separator: space, maxSplits: 1), parts.count == 2,
            Substring(parts[0]).lowercased() == "bearer"
        else { return nil }
        return String(Substring(parts[1].drop { $0 == space }))
    }
}

extension NodeHandler {
    /// Checks the operator's token, which is accepted in the `Authorization` header only, because queries are written to logs of proxies.
    /// - Throws: `M_MISSING_TOKEN` or `M_UNKNOWN_TOKEN`.
    private func requireOperator(_ request: NodeRequest) throws(MatrixError) {
        guard let token = request.bearer, !token.isEmpty else {
            throw MatrixError(.missingToken, "This endpoint needs the operator's token.")
        }
        guard let operatorToken, operatorToken.matches(token) else {
            throw MatrixError(.unknownToken, "This is not the operator's token.")
        }
    }

    /// Returns the caller of a request; `nil` if the endpoint needs none and the request has no token.
    /// - Parameter query: the items of the request's query.
    /// - Throws: `M_MISSING_TOKEN` if there is no token; `M_UNKNOWN_TOKEN` if the token is not valid.
    func caller(for route: Route, _ request: NodeRequest, _ query: [String: String]) async throws -> Caller? {
        guard !route.isOperators else {
            try requireOperator(request)
            return nil
        }
        let token = request.token(query)
        switch route.access {
        case .open:
            // A user may download files from the paths that Matrix 1.11 replaced even where strangers may not. A token that is not valid is
            // ignored.
            guard route.isFile, let token else { return nil }
            return try? await authenticate(token, request.remoteAddress)
        case .optional:
            guard let token else { return nil }
            return try await authenticate(token, request.remoteAddress)
        case .accessToken:
            guard let token else { throw MatrixError(.missingToken, "Missing access token.") }
            if route.endsSessions, let authenticateLocked {
                return try await authenticateLocked(token, request.remoteAddress)
            }
            return try await authenticate(token, request.remoteAddress)
        }
    }
}
