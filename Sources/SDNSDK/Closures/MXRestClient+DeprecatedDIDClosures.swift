import HeraldJSON
import SDNClient
import SDNValues

/// The DID calls of older nodes (SDN sheet 1.8 and 1.10). A node without them answers ``/SDNValues/MXError/unrecognized``.
extension MXRestClient {
    /// Gets a login challenge without a nonce.
    @available(*, deprecated, message: "Use postPreLoginDID(_:address:) or loginWithDID(signer:).")
    @discardableResult
    public func postPreLoginDID(
        _ did: String, success: @escaping @Sendable (MXPreLoginResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.preLogin(did: did) }
    }

    /// Gets the DIDs of an address, or the keys of a DID (`did:sdn:…`).
    @available(*, deprecated, message: "Use getDIDList(_:).")
    @discardableResult
    public func getDIDInfo(
        _ address: String, success: @escaping @Sendable (MXDIDListInfoResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.didInfo(address) }
    }

    /// Gets a pending DID for `did:pkh:eip155:<chain>:0x…`, and the text to sign for it.
    @available(*, deprecated, message: "A login creates the DID: use loginWithDID(signer:).")
    @discardableResult
    public func postCreateDID(
        _ address: String, success: @escaping @Sendable (MXCreateDIDResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.createDID(address) }
    }

    /// Sends a signed DID operation, which makes it take effect.
    /// - Parameters:
    ///   - did: the DID that the operation creates or changes.
    ///   - withParameter: `signature`, `operation`, `ids`, `address`, `updated`.
    ///   - success: receives the node's confirmation.
    ///   - failure: receives the error.
    @available(*, deprecated, message: "A login creates the DID: use loginWithDID(signer:).")
    @discardableResult
    public func postSaveDID(
        _ did: String, withParameter: [String: Any], success: @escaping @Sendable (MXSaveDIDResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: withParameter) }
        return adapt(success, failure) { try await self.saveDID(did, body.get()) }
    }

    /// Gets the text to sign for a change of a DID document.
    /// - Parameters:
    ///   - did: the DID to change.
    ///   - withParameter: `operation`, `ids`, `address`.
    ///   - success: receives the text to sign.
    ///   - failure: receives the error.
    @available(*, deprecated, message: "Nodes of today change DID documents at login.")
    @discardableResult
    public func postUpdateDID(
        _ did: String, withParameter: [String: Any], success: @escaping @Sendable (MXUpdateDIDResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: withParameter) }
        return adapt(success, failure) { try await self.updateDID(did, body.get()) }
    }
}
