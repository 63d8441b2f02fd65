/// The endpoints for a user's dehydrated device as MSC3814 has them. Stock clients of Matrix use these. SendingNetwork's clients have
/// ``Endpoints/dehydratedDevice`` and its companions.
extension Endpoints {
    /// Returns the ID and the encrypted data of the user's dehydrated device.
    /// Proposal: [MSC3814](https://github.com/matrix-org/matrix-spec-proposals/pull/3814).
    package static let dehydratedDeviceOfMatrix = Endpoint<NoInput, RawJSON>(
        .get, .client(.unstable), "org.matrix.msc3814.v1/dehydrated_device", history: .proposal("MSC3814"))
    /// Creates the user's dehydrated device with its keys. It replaces the one before.
    /// Proposal: [MSC3814](https://github.com/matrix-org/matrix-spec-proposals/pull/3814).
    package static let setDehydratedDeviceOfMatrix = Endpoint<BodyRequest, RawJSON>(
        .put, .client(.unstable), "org.matrix.msc3814.v1/dehydrated_device", history: .proposal("MSC3814"))
    /// Deletes the user's dehydrated device.
    /// Proposal: [MSC3814](https://github.com/matrix-org/matrix-spec-proposals/pull/3814).
    package static let deleteDehydratedDeviceOfMatrix = Endpoint<NoInput, RawJSON>(
        .delete, .client(.unstable), "org.matrix.msc3814.v1/dehydrated_device", history: .proposal("MSC3814"))
    /// Returns messages that wait for the dehydrated device, page by page. The messages stay until the device is replaced or deleted.
    /// Proposal: [MSC3814](https://github.com/matrix-org/matrix-spec-proposals/pull/3814).
    package static let dehydratedDeviceEventsOfMatrix = Endpoint<PlainRequest, RawJSON>(
        .post, .client(.unstable), "org.matrix.msc3814.v1/dehydrated_device/{deviceId}/events",
        history: .proposal("MSC3814"))
}
