import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sets where the node sends notifications for this device (SDN sheet 3.1 and 6.1).
    /// - Parameters:
    ///   - pushKey: the device's key at the gateway; for APNs the token in base64. It has at most 512 bytes.
    ///   - kind: ``/SDNValues/MXPusherKind/none`` removes the pusher with this key and app ID.
    ///   - appId: a reversed domain name of at most 64 characters, such as `org.example.chat.ios.prod`.
    ///   - appDisplayName: the app's name, for a list that the user sees.
    ///   - deviceDisplayName: the device's name, for a list that the user sees.
    ///   - profileTag: the set of device rules that the pusher follows.
    ///   - lang: the language of notifications, such as `en`.
    ///   - data: for an HTTP pusher the gateway's `url` and optionally `format`.
    ///   - append: true to leave the pushers of other users with the same key and app ID; false to remove them.
    ///   - enabled: true if the pusher is on.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setPusher(
        pushKey: String, kind: MXPusherKind, appId: String, appDisplayName: String, deviceDisplayName: String,
        profileTag: String,
        lang: String, data: JSONObject, append: Bool = false, enabled: Bool = true
    ) async throws {
        let request = SetPusherRequest(
            pushkey: pushKey, kind: kind.identifier, appID: appId, appDisplayName: appDisplayName,
            deviceDisplayName: deviceDisplayName,
            profileTag: profileTag, lang: lang, data: data, append: append, enabled: enabled,
            enabledMember: unstablePrefix + "msc3881.enabled")
        _ = try await perform(Endpoints.setPusher, request)
    }

    /// Returns the user's pushers.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func pushers() async throws -> [MXPusher] {
        try await perform(Endpoints.pushers, NoInput(), as: PusherList.self).pushers
    }
}
