import HeraldJSON

/// Closure forms of sync, filters and pushers (SDN sheet 3.1 and 3.2).
extension MXRestClient {
    /// The closure form of `sync`.
    @discardableResult
    public func sync(
        fromToken token: String?, serverTimeout: UInt, clientTimeout: UInt, setPresence: String?, filterId: String? = nil,
        completion: @escaping @Sendable (MXResponse<MXSyncResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.sync(
                fromToken: token, serverTimeout: serverTimeout, clientTimeout: clientTimeout, setPresence: setPresence, filterId: filterId)
        }
    }

    /// Hands over the filter's id.
    @discardableResult
    public func setFilter(
        _ filter: MXFilterJSONModel, success: @escaping @Sendable (String) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.setFilter(filter) }
    }

    /// The closure form of `getFilter`.
    @discardableResult
    public func getFilter(
        withFilterId filterId: String, success: @escaping @Sendable (MXFilterJSONModel) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.getFilter(withFilterId: filterId) }
    }

    /// - Parameter data: as Foundation's JSON objects.
    @discardableResult
    public func setPusher(
        pushKey: String, kind: MXPusherKind, appId: String, appDisplayName: String, deviceDisplayName: String, profileTag: String,
        lang: String, data: [String: Any], append: Bool = false, enabled: Bool = true,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let data = Result { try JSONObject(foundation: data) }
        return adapt(completion) {
            try await self.setPusher(
                pushKey: pushKey, kind: kind, appId: appId, appDisplayName: appDisplayName, deviceDisplayName: deviceDisplayName,
                profileTag: profileTag, lang: lang, data: data.get(), append: append, enabled: enabled)
        }
    }

    /// The closure form of `pushers`.
    @discardableResult
    public func pushers(completion: @escaping @Sendable (MXResponse<[MXPusher]>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.pushers() }
    }
}
