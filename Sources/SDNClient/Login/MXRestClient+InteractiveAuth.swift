import HeraldJSON
import SDNValues
import SDNWire

/// Calls for which the node asks for a new proof that the caller owns the account (SDN sheet 7.7).
extension MXRestClient {
    /// Returns the proof that a node asks for before it executes a call. The app names the call by its method and path.
    /// - Parameters:
    ///   - method: the HTTP method, such as `POST`.
    ///   - path: the path from the node's root, such as `/_api/client/r0/delete_devices`, percent-encoded.
    ///   - parameters: the body without `auth`.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `malformedResponse` when the node executed the call without asking for a proof.
    public func authSessionForRequest(withMethod method: String, path: String, parameters: JSONObject) async throws
        -> MXAuthenticationSession
    {
        let name = "\(method) \(path)"
        guard let method = HTTPMethod(rawValue: method.uppercased()) else {
            throw SDNSDKError(.invalidArgument, field: "method", reason: "expected GET, POST, PUT or DELETE")
        }
        var values: [String: String] = [:]
        do {
            for (index, segment) in path.split(separator: "/").enumerated() {
                values["part\(index)"] = try PercentEncoding.decode(segment)
            }
        } catch {
            throw SDNSDKError(.invalidArgument, field: "path", reason: error.reason)
        }
        guard !values.isEmpty, values.values.allSatisfy({ !$0.isEmpty }) else {
            throw SDNSDKError(.invalidArgument, field: "path", endpoint: name, reason: "expected a path")
        }
        // The endpoint's path has placeholders instead of the values in the real path. Errors name the endpoint, and must not quote the IDs
        // in the real path.
        let endpoint = Endpoint<PlainRequest, RawJSON>(
            method, .bare, values.indices(of: "part").map { "{\($0)}" }.joined(separator: "/"))
        let request = PlainRequest(parts: RequestParts(path: values, body: method == .get ? nil : .object(parameters)))
        return try await authenticationSession(of: endpoint.name) {
            _ = try await self.perform(endpoint, request, retry: .ifNotSent)
        }
    }

    /// Deactivates the account for good. Its sessions end, it leaves its rooms, and nobody can log in to it again.
    /// - Parameters:
    ///   - authParameters: the proof: `type`, `session` and what the stage needs. With empty parameters, the node answers which proof it asks for.
    ///   - eraseAccount: true to erase name, picture and settings too.
    /// - Throws: ``/SDNValues/MXError`` of status 401 when the proof is insufficient. Its ``/SDNValues/MXError/userInfo`` has the proof that the node
    ///   asks for.
    public func deactivateAccount(withAuthParameters authParameters: JSONObject, eraseAccount: Bool) async throws {
        let auth = authParameters.isEmpty ? nil : authParameters
        _ = try await perform(Endpoints.deactivateAccount, DeactivateRequest(auth: auth, erase: eraseAccount))
    }

    /// Deactivates the account as ``deactivateAccount(withAuthParameters:eraseAccount:)`` does, with a proof by the wallet.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` with code `signingFailed` when the wallet does not sign, or with
    ///   another code when the request cannot be sent or has no usable answer.
    public func deactivateAccount(signer: any SDNWalletSigner, eraseAccount: Bool) async throws {
        try await authenticated(by: signer, endpoint: Endpoints.deactivateAccount.name) { auth in
            _ = try await self.perform(Endpoints.deactivateAccount, DeactivateRequest(auth: auth, erase: eraseAccount))
        }
    }

    /// Changes the password of an account that has one.
    /// - Parameters:
    ///   - old: the current password.
    ///   - new: the new password.
    ///   - logoutDevices: true to log the user's other devices out.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func changePassword(from old: String, to new: String, logoutDevices: Bool) async throws {
        let endpoint = Endpoints.changePassword
        var auth: JSONObject = [
            "type": "m.login.password",
            "identifier": ["type": "m.id.user", "user": .string(try ownUserId(endpoint.name))],
            "password": .string(old),
        ]
        do {
            _ = try await perform(
                endpoint, ChangePasswordRequest(newPassword: new, logoutDevices: logoutDevices, auth: auth),
                retry: .ifNotSent)
        } catch let error as MXError where error.httpStatus == 401 && error == .authenticationRequired {
            // Some nodes accept a proof only with the ID of an authentication session that they opened before.
            auth.set("session", error.userInfo["session"]?.stringValue)
            _ = try await perform(
                endpoint, ChangePasswordRequest(newPassword: new, logoutDevices: logoutDevices, auth: auth),
                retry: .ifNotSent)
        }
    }

    /// Makes a call. If the node asks for a proof, makes the call once more with a proof that the wallet has signed.
    func authenticated(by signer: any SDNWalletSigner, endpoint: String, _ call: (JSONObject?) async throws -> Void)
        async throws
    {
        let session: MXAuthenticationSession
        do {
            return try await call(nil)
        } catch let error as MXError where error.httpStatus == 401 && error.userInfo["flows"] != nil {
            session = try Self.authenticationSession(of: error, endpoint)
        }
        let stage = DIDLoginRequest.type
        guard session.flows.contains(where: { $0.stages.filter { !session.completed.contains($0) } == [stage] }),
            let params = session.params[stage], let message = params["message"]?.stringValue
        else {
            throw SDNSDKError(
                .signingFailed, endpoint: endpoint, reason: "the node accepts no wallet signature for this")
        }
        try requireReadable(message, endpoint: endpoint)
        let address = try await signed("address") { try await signer.address }
        let token = try await signed("token") { try await signer.personalSign(message) }
        var auth: JSONObject = [
            "type": .string(stage),
            "identifier": ["address": .string(address), "message": .string(message), "token": .string(token)],
        ]
        auth.set("session", session.session)
        auth.set("random_server", params["random_server"]?.stringValue)
        auth.set("updated", params["updated"]?.stringValue)
        try await call(auth)
    }
}

extension [String: String] {
    /// The keys `<prefix>0`, `<prefix>1` and so on, in order.
    fileprivate func indices(of prefix: String) -> [String] { (0..<count).map { "\(prefix)\($0)" } }
}

extension MXRestClient {
    /// Ends the sessions of devices for good. It asks the node for the text to sign, has the wallet sign this text, and sends the signature as the
    /// proof.
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
