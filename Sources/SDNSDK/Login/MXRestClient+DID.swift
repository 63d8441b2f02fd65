import Foundation
import HeraldJSON
import SDNWire

extension MXRestClient {
    /// The DIDs of a wallet address.
    /// - Parameter address: `0x` and 40 hexadecimal digits, or `did:pkh:eip155:<chain>:0x…`. SDN sheet 1.10.
    public func getDIDList(_ address: String) async throws -> MXDIDListResponse {
        MXDIDListResponse(try await perform(Endpoints.didList, DIDListRequest(address: address)))
    }

    /// A login challenge for a DID or an address; an empty text counts as not given. SDN sheet 1.3.
    /// - Parameters:
    ///   - did: a DID that is there.
    ///   - address: a wallet's address.
    ///   - messageFormat: how the text to sign is written, for nodes that know more than one way.
    public func postPreLoginDID(
        _ did: String?, address: String?, messageFormat: MXDIDMessageFormat = .sdn
    ) async throws -> MXPreLoginResponse {
        let request = PreLoginRequest(
            did: did.flatMap { $0.isEmpty ? nil : $0 }, address: address.flatMap { $0.isEmpty ? nil : $0 },
            messageFormat: messageFormat == .sdn ? nil : messageFormat.rawValue)
        return MXPreLoginResponse(try await perform(Endpoints.preLogin, request))
    }

    /// The app vendor's signature over a login message, as `["signature": …]`.
    ///
    /// The vendor's service is ``MXSDKOptions/appServiceSignURL``, or else the node. SDN sheet 1.7.
    public func appServiceSign(_ message: String) async throws -> [String: String] {
        ["signature": try await perform(Endpoints.appServiceSign, AppServiceSignRequest(message: message), url: options.appServiceSignURL).signature]
    }

    /// Hands a signed challenge in.
    /// - Parameters:
    ///   - did: not sent; the challenge names it. Kept because the specification has it.
    ///   - parameters: the body of SDN sheet 1.4.
    public func postLoginDID(_ did: String?, withParameter parameters: JSONObject) async throws -> MXDIDLoginResponse {
        let endpoint = Endpoints.didLogin.taking(LoginRequest.self)
        return try await call(endpoint, LoginRequest(body: parameters), retry: .ifNotSent) { try MXDIDLoginResponse(document: $0) }
    }

    /// Enters a node without a wallet, to look around; nodes may let nobody in like that. SDN sheet 1.2, row 10.
    /// - Throws: ``MXError`` with `M_GUEST_ACCESS_FORBIDDEN` when this node does not.
    public func enterAsTourist() async throws -> MXCredentials {
        makeCredentials(try await call(Endpoints.tourist, BodyRequest([:]), retry: .ifNotSent) { try MXLoginResponse(document: $0) })
    }

    /// A random text for an address, as `["random": …]`. SDN sheet 1.2, row 11.
    public func getSDMLoginRandomAddress(_ address: String) async throws -> [String: String] {
        ["random": try await perform(Endpoints.loginRandom, LoginRandomRequest(address: address)).random]
    }
}
