import HeraldJSON

/// The endpoints for keys of end-to-end encryption. A node stores and forwards the keys without reading them (SDN sheet 7.2).
extension Endpoints {
    /// Publishes keys of the caller's device for end-to-end encryption.
    /// Matrix: [uploadKeys](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3keysupload).
    package static let uploadKeys = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "keys/upload")
    /// Returns the published device keys of users.
    /// Matrix: [queryKeys](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3keysquery).
    package static let queryKeys = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "keys/query")
    /// Claims a one-time key of each named device.
    /// Matrix: [claimKeys](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3keysclaim).
    package static let claimKeys = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "keys/claim")
    /// Lists the users whose keys changed between two sync tokens.
    /// Matrix: [getKeysChanges](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3keyschanges).
    package static let keyChanges = Endpoint<KeyChangesRequest, RawJSON>(.get, .client(.r0), "keys/changes")
    /// Publishes signatures of device keys and cross-signing keys.
    /// Matrix: [uploadCrossSigningSignatures](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3keyssignaturesupload).
    package static let uploadSignatures = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "keys/signatures/upload", history: .matrix(.v1(1)))
    /// Does the same as ``uploadKeys`` with the device in the path, as SendingNetwork's clients call it (SDN sheet 3.2).
    package static let uploadKeysOfDevice = Endpoint<PlainRequest, RawJSON>(
        .post, .client(.r0), "keys/upload/{deviceId}", history: .sdn)
    /// Uploads the keys that sign a user's devices. Requires user-interactive authentication.
    /// Matrix: [uploadCrossSigningKeys](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3keysdevice_signingupload).
    package static let uploadSigningKeys = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "keys/device_signing/upload", history: .matrix(.v1(1)))
    /// Returns the user's dehydrated device, which receives messages while no device of the user is logged in (SDN sheet 3.2).
    /// Proposal: [MSC2697](https://github.com/matrix-org/matrix-spec-proposals/pull/2697).
    package static let dehydratedDevice = Endpoint<NoInput, RawJSON>(
        .get, .client(.unstable), "org.sdn.msc2697.v2/dehydrated_device", history: .proposal("MSC2697"))
    /// Replaces the user's dehydrated device (SDN sheet 3.2).
    /// Proposal: [MSC2697](https://github.com/matrix-org/matrix-spec-proposals/pull/2697).
    package static let setDehydratedDevice = Endpoint<BodyRequest, RawJSON>(
        .put, .client(.unstable), "org.sdn.msc2697.v2/dehydrated_device", history: .proposal("MSC2697"))
    /// Lets the caller's device take over the dehydrated device (SDN sheet 3.2).
    /// Proposal: [MSC2697](https://github.com/matrix-org/matrix-spec-proposals/pull/2697).
    package static let claimDehydratedDevice = Endpoint<BodyRequest, RawJSON>(
        .post, .client(.unstable), "org.sdn.msc2697.v2/dehydrated_device/claim", history: .proposal("MSC2697"))
}

package struct KeyChangesRequest: WireRequest, Hashable {
    package var from: String
    package var to: String?

    package init(from: String, to: String?) {
        self.from = from
        self.to = to
    }
    package init(parts: RequestParts) throws {
        guard let from = parts.query["from"] else {
            throw WireError(.missing, field: "from", reason: "a token of sync is needed")
        }
        self.from = from
        self.to = parts.query["to"]
    }
    package func parts() -> RequestParts {
        var query = ["from": from]
        query["to"] = to
        return RequestParts(query: query)
    }
}
