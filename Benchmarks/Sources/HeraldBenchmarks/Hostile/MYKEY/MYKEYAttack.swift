import HeraldJSON

/// The attacks of one hostile address on a dapp's back end.
enum MYKEYAttack: String, CaseIterable {
    case silence = "silent sockets"
    case drip = "heads that drip"
    case halfBodies = "half-sent bodies"
    case begins = "logins begun"
    case posts = "forged posts"

    static func modes(isSmall: Bool) -> [MYKEYAttack] { isSmall ? [.drip, .begins] : allCases }

    func plan(_ facts: [String: String], share: Int) -> HostilePlan {
        func few(_ count: Int) -> Int { max(count / share, 2) }
        switch self {
        case .silence: return .silence(few(300))
        case .drip: return .drip(few(300))
        case .halfBodies: return .halfBodies(few(250), RawRequest(method: "POST", path: "/login"), bytes: 900_000)
        case .begins: return .flooding(few(64)) { _ in RawRequest(method: "POST", path: "/begin") }
        case .posts:
            return .flooding(few(64)) { number in
                // Names an account that is known, so that its key is looked for; the signature is another one's.
                let body: JSONValue = [
                    "protocol": "MYKEYSimple", "version": "1.0", "dapp_key": "", "uuID": .string(facts["uuID"] ?? ""),
                    "ref": "mykey",
                    "timestamp": .string(facts["time"] ?? ""),
                    "account": .string(number.isMultiple(of: 2) ? MYKEYWorld.account : "hostile\(number % 5 + 1)"),
                    "chain": "EOS", "sign": .string(facts["sign"] ?? ""),
                ]
                return RawRequest(method: "POST", path: "/login", body: body.serialized())
            }
        }
    }
}
