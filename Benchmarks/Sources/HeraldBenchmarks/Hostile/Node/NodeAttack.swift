import Foundation
import HeraldJSON

/// The attacks of one hostile address and one hostile account on a node.
enum NodeAttack: String, CaseIterable {
    case silence = "silent sockets"
    case drip = "heads that drip"
    case halfBodies = "half-sent bodies"
    case unread = "answers nobody reads"
    case ignoring = "an ignore list of 1 MB"
    case signatures = "keys with 20,000 signatures"
    case filters = "filters with star patterns"
    case names = "a name in 2,000 rooms"
    case upgrades = "upgrades with 5,000 bans"
    case passwords = "wrong passwords"
    case challenges = "login challenges"
    case pushRules = "push rules"
    case accountData = "account data"
    case uploads = "half-sent uploads"
    case registrations = "registrations"
    case reads = "cheap reads"
    case endings = "sessions that end, each with 500 messages"

    static func modes(isSmall: Bool) -> [NodeAttack] {
        isSmall ? [.silence, .unread, .signatures, .upgrades, .endings] : allCases
    }

    func plan(_ facts: [String: String], share: Int) -> HostilePlan {
        let token = facts["token"], user = path(facts["user"]), big = path(facts["big"])
        func few(_ count: Int) -> Int { max(count / share, 2) }
        switch self {
        case .silence: return .silence(few(1_000))
        case .drip: return .drip(few(1_000))
        case .halfBodies:
            return .halfBodies(few(900), RawRequest(method: "POST", path: "/_matrix/client/v3/search"), bytes: 900_000)
        case .uploads:
            return .halfBodies(
                few(200),
                RawRequest(method: "POST", path: "/_matrix/media/v3/upload", token: token, contentType: "image/png"),
                bytes: 4_000_000)
        case .unread:
            let requests = [
                Self.search(token), RawRequest(path: "/_matrix/client/v3/publicRooms?limit=500"),
                RawRequest(path: "/_matrix/client/v3/rooms/\(big)/state", token: token),
                RawRequest(path: "/_matrix/client/v3/sync", token: token),
                RawRequest(path: "/_matrix/client/v1/media/download/" + (facts["file"] ?? ""), token: token),
            ]
            return HostilePlan(held: requests.flatMap { HostilePlan.unread(few(48), $0).held })
        case .ignoring:
            return .flooding(few(16)) { number in
                number.isMultiple(of: 2)
                    ? Self.search(token)
                    : RawRequest(path: "/_matrix/client/v3/rooms/\(big)/messages?dir=b&limit=1", token: token)
            }
        case .signatures:
            let body = JSONValue.object(["device_keys": .object([facts["user"] ?? "": .array([])])]).serialized()
            return .flooding(few(16)) { _ in
                RawRequest(method: "POST", path: "/_matrix/client/v3/keys/query", token: token, body: body)
            }
        case .filters:
            let filter = path(facts["filter"])
            return .flooding(few(16)) { _ in
                RawRequest(
                    path: "/_matrix/client/v3/rooms/\(big)/messages?dir=b&limit=300&filter=\(filter)", token: token)
            }
        case .names:
            return .flooding(few(4)) { number in
                Self.put("profile/\(user)/displayname", token, ["displayname": .string("name \(number)")])
            }
        case .upgrades:
            let room = path(facts["bans"])
            return .flooding(few(4)) { _ in
                RawRequest(
                    method: "POST", path: "/_matrix/client/v3/rooms/\(room)/upgrade", token: token,
                    body: Array(#"{"new_version":"10"}"#.utf8))
            }
        case .passwords:
            return .flooding(few(32)) { number in
                Self.post(
                    "login",
                    [
                        "type": "m.login.password", "password": .string("wrong \(number)"),
                        "identifier": [
                            "type": "m.id.user",
                            "user": .string(number.isMultiple(of: 2) ? "stranger0" : "nobody\(number)"),
                        ],
                    ])
            }
        case .challenges:
            return .flooding(few(32)) { number in
                RawRequest(
                    method: "POST", path: "/_api/client/unstable/did/pre_login1",
                    body: Array("{\"address\":\"0x\(String(format: "%040x", number))\"}".utf8))
            }
        case .pushRules:
            return .flooding(few(8)) { number in
                Self.put(
                    "pushrules/global/content/rule\(number % 600)", token,
                    ["pattern": .string("*a*b*c*\(number)*"), "actions": ["notify"]])
            }
        case .accountData:
            let list = NodeWorld.ignoredUsers(25_000)
            return .flooding(few(8)) { number in
                number.isMultiple(of: 2)
                    ? RawRequest(
                        method: "PUT", path: "/_matrix/client/v3/user/\(user)/account_data/m.ignored_user_list",
                        token: token, body: list)
                    : Self.put(
                        "user/\(user)/account_data/org.example.\(number % 1_000)", token,
                        ["text": .string(String(repeating: "x", count: 60_000))])
            }
        case .registrations:
            return .flooding(few(32)) { number in
                Self.post(
                    "register",
                    ["username": .string("spam\(number)"), "password": "password", "auth": ["type": "m.login.dummy"]])
            }
        case .endings:
            let tokens = (facts["devices"] ?? "").split(separator: ",").map(String.init)
            return .flooding(few(4)) { number in
                Self.post("logout", [:], token: number < tokens.count ? tokens[number] : token)
            }
        case .reads:
            return .flooding(few(64)) { number in
                number.isMultiple(of: 2)
                    ? RawRequest(path: "/_matrix/client/versions")
                    : RawRequest(path: "/_matrix/client/v3/account/whoami", token: token)
            }
        }
    }

    private static func search(_ token: String?) -> RawRequest {
        let wanted: JSONValue = [
            "search_categories": [
                "room_events": [
                    "search_term": "needle", "order_by": "recent", "filter": ["limit": 100],
                    "event_context": ["before_limit": 50, "after_limit": 50], "include_state": true,
                ]
            ]
        ]
        return RawRequest(method: "POST", path: "/_matrix/client/v3/search", token: token, body: wanted.serialized())
    }

    static func put(_ path: String, _ token: String?, _ body: JSONValue) -> RawRequest {
        RawRequest(method: "PUT", path: "/_matrix/client/v3/" + path, token: token, body: body.serialized())
    }

    static func post(_ path: String, _ body: JSONValue, token: String? = nil) -> RawRequest {
        RawRequest(method: "POST", path: "/_matrix/client/v3/" + path, token: token, body: body.serialized())
    }

    private func path(_ text: String?) -> String { NodeWorld.escaped(text ?? "") }
}
