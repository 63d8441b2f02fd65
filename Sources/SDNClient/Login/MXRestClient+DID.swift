import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the DIDs of a wallet address (SDN sheet 1.10).
    /// - Parameter address: `0x` and 40 hexadecimal digits, or `did:pkh:eip155:<chain>:0x…`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getDIDList(_ address: String) async throws -> MXDIDListResponse {
        MXDIDListResponse(try await perform(Endpoints.didList, DIDListRequest(address: address)))
    }

    /// Returns a login challenge for a DID or an address. An empty string counts as absent (SDN sheet 1.3).
    /// - Parameters:
    ///   - did: an existing DID.
    ///   - address: a wallet's address.
    ///   - messageFormat: the format of the text to sign, for nodes that know more than one.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func postPreLoginDID(
        _ did: String?, address: String?, messageFormat: MXDIDMessageFormat = .sdn
    ) async throws -> MXPreLoginResponse {
        let request = PreLoginRequest(
            did: did.flatMap { $0.isEmpty ? nil : $0 }, address: address.flatMap { $0.isEmpty ? nil : $0 },
            messageFormat: messageFormat == .sdn ? nil : messageFormat.rawValue)
        return MXPreLoginResponse(try await perform(Endpoints.preLogin, request))
    }

    /// Returns the app vendor's signature of a login message, as `["signature": …]`.
    ///
    /// The client asks the vendor's service at ``MXSDKOptions/appServiceSignURL``. If that URL is not set, it asks the node (SDN sheet
    /// 1.7).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func appServiceSign(_ message: String) async throws -> [String: String] {
        ["signature": try await appSignature(of: message)]
    }

    func appSignature(of message: String) async throws -> String {
        try await perform(
            Endpoints.appServiceSign, AppServiceSignRequest(message: message), url: options.appServiceSignURL
        ).signature
    }

    /// Sends a signed challenge to the node.
    /// - Parameters:
    ///   - did: not sent, because the challenge names it. The parameter is there because the specification has it.
    ///   - parameters: the body of SDN sheet 1.4.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func postLoginDID(_ did: String?, withParameter parameters: JSONObject) async throws -> MXDIDLoginResponse {
        let endpoint = Endpoints.didLogin.taking(LoginRequest.self)
        return try await call(endpoint, LoginRequest(body: parameters), retry: .ifNotSent) {
            try MXDIDLoginResponse(document: $0)
        }
    }

    /// Logs in as a tourist, which needs no wallet. Nodes may refuse this login (SDN sheet 1.2, row 10).
    /// - Throws: ``/SDNValues/MXError`` with `M_GUEST_ACCESS_FORBIDDEN` when this node refuses.
    public func enterAsTourist() async throws -> MXCredentials {
        makeCredentials(
            try await call(Endpoints.tourist, BodyRequest([:]), retry: .ifNotSent) { try MXLoginResponse(document: $0) }
        )
    }

    /// Returns a random string for an address, as `["random": …]` (SDN sheet 1.2, row 11).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getSDMLoginRandomAddress(_ address: String) async throws -> [String: String] {
        ["random": try await perform(Endpoints.loginRandom, LoginRandomRequest(address: address)).random]
    }
}
