import Foundation
import HeraldJSON

/// A node on which a hostile account has stored data for a long time, and which strangers use.
///
/// The hostile account's stored data is created without rate limits, because an attacker has time. Data that the node refuses because of
/// its size is left out. Each mode then begins with a copy, on a node with its standard limits.
struct NodeWorld: HostileWorld {
    static let strangers = 4
    private static let template = "node-template"

    let facts: [String: String]
    private let folder: HostileFolder
    private let people: [NodePerson]

    init(_ folder: HostileFolder, isSmall: Bool) throws {
        self.folder = folder
        let program = try HeraldProgram(Self.arguments(folder.place(Self.template)) + ["--no-rate-limits"])
        defer { program.stop() }
        let hostile = try NodePerson.register("hostile", at: program.port)
        people = try (0..<Self.strangers).map { number in
            var person = try NodePerson.register("stranger\(number)", at: program.port)
            person.room = try person.makeRoom(at: program.port)
            _ = try hostile.ask(
                NodeAttack.post("join/\(Self.escaped(person.room))", [:], token: hostile.token), at: program.port)
            return person
        }
        facts = try NodeHoard(owner: hostile, port: program.port, isSmall: isSmall).collect()
    }

    func start(_ name: String) async throws -> (program: HeraldProgram, stranger: any HostileStranger) {
        let program = try HeraldProgram(Self.arguments(try folder.copy(Self.template, to: name)))
        return (program, try NodeStranger(people, port: program.port))
    }

    private static func arguments(_ data: URL) -> [String] {
        ["node", "--port", "0", "--data", data.path, "--enable-registration"]
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// A list of so many ignored users, of about 40 bytes each.
    static func ignoredUsers(_ count: Int) -> [UInt8] {
        let users = (0..<count).map { ("@ignored-user-number-\($0):localhost", JSONValue.object([:])) }
        return JSONValue.object(["ignored_users": .object(JSONObject(uniqueKeysWithValues: users))]).serialized()
    }
}

/// An account of a node.
struct NodePerson: Sendable {
    struct Refused: Error {
        let status: Int
    }

    let user: String
    let token: String
    var room = ""

    static func register(_ name: String, at port: Int) throws -> NodePerson {
        let answer = try RawHTTP(from: "127.0.0.1", to: port).ask(
            NodeAttack.post(
                "register",
                [
                    "username": .string(name), "password": .string("password of \(name)"),
                    "auth": ["type": "m.login.dummy"],
                ]))
        let value = try JSONValue(parsing: answer.body)
        guard let user = value["user_id"]?.stringValue, let token = value["access_token"]?.stringValue else {
            throw Refused(status: answer.status)
        }
        return NodePerson(user: user, token: token)
    }

    /// A room that everybody may join.
    func makeRoom(at port: Int, more: JSONObject = [:]) throws -> String {
        let wanted = JSONObject(["preset": "public_chat"]).merging(more, uniquingKeysWith: { $1 })
        let answer = try ask(NodeAttack.post("createRoom", .object(wanted), token: token), at: port)
        guard let room = try JSONValue(parsing: answer.body)["room_id"]?.stringValue else {
            throw Refused(status: answer.status)
        }
        return room
    }

    func ask(_ request: RawRequest, at port: Int) throws -> RawAnswer {
        try RawHTTP(from: "127.0.0.1", to: port).ask(request)
    }
}
