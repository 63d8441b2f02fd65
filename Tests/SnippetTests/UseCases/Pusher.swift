import SDNSDK

/// Use case 7: setting a pusher without saying `append` (SDN sheet 4.1). The specification's text of it is Objective-C; this is the Swift call.
func snippet7(_ client: MXRestClient, completion: @escaping @Sendable (MXResponse<Void>) -> Void) {
    client.setPusher(
        pushKey: "the_push_key", kind: .http, appId: "org.example.app", appDisplayName: "Example", deviceDisplayName: "Phone", profileTag: "tag",
        lang: "en", data: ["url": "https://push.example.org/_matrix/push/v1/notify"], completion: completion)
}
