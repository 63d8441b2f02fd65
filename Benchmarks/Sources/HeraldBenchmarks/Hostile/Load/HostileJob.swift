import HeraldJSON

/// The orders of the attacking process: the server, its address, the attack, and the facts that the attacker knows.
struct HostileJob: Sendable {
    struct Unknown: Error {}

    var server: HostileServer
    var port: Int
    /// Several are done at once, each with a part of its connections.
    var modes: [String]
    /// Tokens and ids that the attack has got hold of.
    var facts: [String: String]

    init(server: HostileServer, port: Int, modes: [String], facts: [String: String]) {
        self.server = server
        self.port = port
        self.modes = modes
        self.facts = facts
    }

    init(_ line: String) throws {
        let value = try JSONValue(parsing: line)
        guard let server = value["server"]?.stringValue.flatMap(HostileServer.init), let port = value["port"]?.intValue,
            let modes = value["modes"]?.arrayValue, let facts = value["facts"]?.objectValue
        else { throw Unknown() }
        self.init(
            server: server, port: Int(port), modes: modes.compactMap(\.stringValue),
            facts: facts.dictionary.compactMapValues(\.stringValue))
    }

    var line: String {
        let value: JSONValue = [
            "server": .string(server.rawValue), "port": .int(Int64(port)), "modes": .array(modes.map(JSONValue.string)),
            "facts": .object(JSONObject(facts.mapValues(JSONValue.string))),
        ]
        return String(decoding: value.serialized(), as: UTF8.self)
    }

    func plans() throws -> [HostilePlan] {
        let share = max(modes.count / 4, 1)
        return try modes.map { name in
            guard let plan = server.plan(name, facts, share: share) else { throw Unknown() }
            return plan
        }
    }
}
