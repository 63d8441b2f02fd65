import HeraldJSON
import SDNValues
import SDNWire

/// The DID calls of older nodes. A node without them answers ``MXError/unrecognized`` (SDN sheet 1.8 and 1.10).
extension MXRestClient {
    package func preLogin(did: String) async throws -> MXPreLoginResponse {
        MXPreLoginResponse(try await perform(Endpoints.preLoginOfDID, DIDRequest(did: did)))
    }

    /// Returns the keys of a DID, or the DIDs of an address. One endpoint serves both (SDN sheet 1.11, 8).
    package func didInfo(_ didOrAddress: String) async throws -> MXDIDListInfoResponse {
        if didOrAddress.hasPrefix("did:sdn:") || didOrAddress.hasPrefix("did:sns:") {
            return MXDIDListInfoResponse(try await perform(Endpoints.didDetail, DIDRequest(did: didOrAddress)))
        }
        return MXDIDListInfoResponse(try await perform(Endpoints.didList, DIDListRequest(address: didOrAddress)))
    }

    package func createDID(_ address: String) async throws -> MXCreateDIDResponse {
        MXCreateDIDResponse(try await perform(Endpoints.createDID, CreateDIDRequest(address: address)))
    }

    package func saveDID(_ did: String, _ parameters: JSONObject) async throws -> MXSaveDIDResponse {
        MXSaveDIDResponse(
            try await perform(Endpoints.saveDID, DIDOperationRequest(did: did, body: parameters), retry: .ifNotSent))
    }

    package func updateDID(_ did: String, _ parameters: JSONObject) async throws -> MXUpdateDIDResponse {
        MXUpdateDIDResponse(try await perform(Endpoints.updateDID, DIDOperationRequest(did: did, body: parameters)))
    }
}
