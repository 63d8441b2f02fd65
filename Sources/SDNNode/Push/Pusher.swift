import Foundation
import HeraldJSON
import SDNWire

/// The identifier of a pusher among those of a user.
struct PusherKey: Sendable {
    let appID: String
    let pushkey: String

    /// - Throws: `WireError` naming the member that is empty or too long.
    init(_ request: SetPusherRequest) throws(WireError) {
        appID = try StoredText.checked(request.appID, field: "app_id")
        pushkey = try StoredText.checked(request.pushkey, field: "pushkey")
        guard !appID.isEmpty else { throw WireError(.invalid, field: "app_id", reason: "must not be empty") }
        guard !pushkey.isEmpty else { throw WireError(.invalid, field: "pushkey", reason: "must not be empty") }
        guard appID.unicodeScalars.count <= 64 else {
            throw WireError(.tooLong, field: "app_id", reason: "an app ID has at most 64 characters")
        }
        guard pushkey.utf8.count <= 512 else {
            throw WireError(.tooLong, field: "pushkey", reason: "a push key has at most 512 bytes")
        }
    }
}

/// A checked destination for a device's notifications (SDN sheet 6.1).
struct Pusher: Sendable {
    private static let kinds: Set<String> = ["http", "email"]
    private static let textLimit = 256
    private static let dataLimit = 8_192

    let key: PusherKey
    let kind: String
    let appDisplayName: String
    let deviceDisplayName: String
    let profileTag: String?
    let lang: String
    /// The pusher's data as compact JSON.
    let data: [UInt8]
    let isEnabled: Bool

    /// - Parameters:
    ///   - kind: the kind in the request, which is not null.
    ///   - hosts: the rules for hosts that the node sends to.
    /// - Throws: `WireError` or `JSONError` naming the invalid member.
    init(_ request: SetPusherRequest, kind: String, hosts: PushHostRules) throws {
        key = try PusherKey(request)
        guard Self.kinds.contains(kind) else {
            throw WireError(.unsupported, field: "kind", reason: "expected http, email or null")
        }
        self.kind = kind
        appDisplayName = try Self.required(request.appDisplayName, field: "app_display_name")
        deviceDisplayName = try Self.required(request.deviceDisplayName, field: "device_display_name")
        lang = try Self.required(request.lang, field: "lang")
        profileTag = try request.profileTag.map { text throws(WireError) in try Self.bounded(text, field: "profile_tag")
        }
        if kind == "http" { try Self.requireURL(JSONReader(request.data, path: "data").string("url"), hosts) }
        let tree = JSONValue.object(request.data)
        guard tree.isNested(within: EventFormat.depthLimit) else {
            throw WireError(.invalid, field: "data", reason: "more than \(EventFormat.depthLimit) levels")
        }
        data = tree.serialized()
        guard data.count <= Self.dataLimit else {
            throw WireError(.tooLong, field: "data", reason: "at most \(Self.dataLimit) bytes are allowed")
        }
        isEnabled = request.enabled
    }

    private static func required(_ text: String?, field: String) throws(WireError) -> String {
        guard let text else {
            throw WireError(.missing, field: field, reason: "a value is required unless kind is null")
        }
        return try bounded(text, field: field)
    }

    private static func bounded(_ text: String, field: String) throws(WireError) -> String {
        guard text.utf8.count <= textLimit else {
            throw WireError(.tooLong, field: field, reason: "at most \(textLimit) bytes are allowed")
        }
        return try StoredText.checked(text, field: field)
    }

    private static func requireURL(_ text: String, _ hosts: PushHostRules) throws(WireError) {
        let parts = URLComponents(string: try StoredText.checked(text, field: "data.url"))
        guard let url = parts, ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
            url.user == nil, url.url != nil
        else {
            throw WireError(.invalid, field: "data.url", reason: "not an http or https URL with a host")
        }
        guard !hosts.refusesAddress(of: url) else {
            throw WireError(.invalid, field: "data.url", reason: "this node sends no notifications to that address")
        }
    }
}
