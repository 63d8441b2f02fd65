import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls for sync, filters and pushers (SDN sheet 3.1 and 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/sync(fromToken:serverTimeout:clientTimeout:setPresence:filterId:)``.
    @discardableResult
    public func sync(
        fromToken token: String?, serverTimeout: UInt, clientTimeout: UInt, setPresence: String?,
        filterId: String? = nil,
        completion: @escaping @Sendable (MXResponse<MXSyncResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.sync(
                fromToken: token, serverTimeout: serverTimeout, clientTimeout: clientTimeout, setPresence: setPresence,
                filterId: filterId)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setFilter(_:)``. It passes the filter's ID to `success`.
    @discardableResult
    public func setFilter(
        _ filter: MXFilterJSONModel, success: @escaping @Sendable (String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.setFilter(filter) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getFilter(withFilterId:)``.
    @discardableResult
    public func getFilter(
        withFilterId filterId: String, success: @escaping @Sendable (MXFilterJSONModel) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.getFilter(withFilterId: filterId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setPusher(pushKey:kind:appId:appDisplayName:deviceDisplayName:profileTag:lang:data:append:enabled:)``.
    /// - Parameters:
    ///   - pushKey: the device's key at the push gateway.
    ///   - kind: ``/SDNValues/MXPusherKind/none`` removes the pusher with this key and app ID.
    ///   - appId: a reversed domain name of at most 64 characters.
    ///   - appDisplayName: the app's name, for a list that the user sees.
    ///   - deviceDisplayName: the device's name, for a list that the user sees.
    ///   - profileTag: the set of device rules that the pusher follows.
    ///   - lang: the language of notifications, such as `en`.
    ///   - data: the pusher's data, as Foundation's JSON objects.
    ///   - append: true to leave the pushers of other users with the same key and app ID; false to remove them.
    ///   - enabled: true if the pusher is on.
    ///   - completion: receives the outcome.
    @discardableResult
    public func setPusher(
        pushKey: String, kind: MXPusherKind, appId: String, appDisplayName: String, deviceDisplayName: String,
        profileTag: String,
        lang: String, data: [String: Any], append: Bool = false, enabled: Bool = true,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let data = Result { try JSONObject(foundation: data) }
        return adapt(completion) {
            try await self.setPusher(
                pushKey: pushKey, kind: kind, appId: appId, appDisplayName: appDisplayName,
                deviceDisplayName: deviceDisplayName,
                profileTag: profileTag, lang: lang, data: data.get(), append: append, enabled: enabled)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/pushers()``.
    @discardableResult
    public func pushers(completion: @escaping @Sendable (MXResponse<[MXPusher]>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.pushers() }
    }
}
