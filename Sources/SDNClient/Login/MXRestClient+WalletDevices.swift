import SDNWire

extension MXRestClient {
    /// Ends the sessions of devices for good. It asks the node what to prove, has the wallet sign it, and sends the proof.
    /// - Parameters:
    ///   - deviceIds: the devices.
    ///   - signer: the user's wallet. It signs the node's text, which names the devices, unchanged.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `signingFailed` when the wallet does not sign, or when the node accepts no wallet's signature.
    public func deleteDevices(_ deviceIds: [String], signer: any SDNWalletSigner) async throws {
        try await authenticated(by: signer, endpoint: Endpoints.deleteDevices.name) { auth in
            _ = try await self.perform(Endpoints.deleteDevices, DeleteDevicesRequest(deviceIDs: deviceIds, auth: auth))
        }
    }
}
