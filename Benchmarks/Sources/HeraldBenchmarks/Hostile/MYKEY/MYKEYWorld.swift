import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYWire

/// A dapp's back end that knows one account's key.
struct MYKEYWorld: HostileWorld {
    static let account = "alice111.eos"
    let facts: [String: String]
    private let key: EOSPrivateKey
    private let folder: HostileFolder

    init(_ folder: HostileFolder) throws {
        self.folder = folder
        key = EOSPrivateKey(Secp256k1PrivateKey())
        let other = try MYKEYLogin(uuID: "hostile", key: EOSPrivateKey(Secp256k1PrivateKey()))
        facts = ["uuID": other.uuID, "time": "\(other.time)", "sign": other.signature]
    }

    func start(_ name: String) async throws -> (program: HeraldProgram, stranger: any HostileStranger) {
        let data = folder.place(name)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let program = try HeraldProgram([
            "mykey", "server", "--port", "0", "--data", data.appendingPathComponent("logins.sqlite").path, "--quiet",
            "--known-key",
            "\(Self.account)=\(key.publicKey?.text ?? "")",
        ])
        return (program, MYKEYStranger(port: program.port, key: key))
    }
}

/// A signed login as a wallet posts it.
struct MYKEYLogin {
    let uuID: String, time: UnixTime, signature: String
    let body: [UInt8]

    init(uuID: String, key: EOSPrivateKey) throws {
        self.uuID = uuID
        time = UnixTime(seconds: Int64(Date().timeIntervalSince1970))
        let statement = try LoginStatement(
            protocol: .simple, uuID: uuID, timestamp: time, account: AccountText(MYKEYWorld.account))
        signature = try key.sign(digest: statement.signedDigest).text
        body = statement.signed(signature).json()
    }
}

/// A dapp's user: a login is begun, the wallet posts, and the browser asks for the result.
struct MYKEYStranger: HostileStranger {
    struct Refused: Error {}

    let operations = ["login"]
    let port: Int
    let key: EOSPrivateKey

    func round(_ number: Int) async -> [Double] {
        // One person does not log in many times a second, so after every thirty logins another person is used.
        let source = "127.0.0.\(3 + number / 30 % 200)"
        func ask(_ request: RawRequest) throws -> RawAnswer { try self.ask(request, from: source) }
        return [
            AnswerTime.milliseconds {
                let begun = try JSONValue(parsing: try ask(RawRequest(method: "POST", path: "/begin")).body)
                guard let uuID = begun["uuID"]?.stringValue, let session = begun["session"]?.stringValue else {
                    return false
                }
                let posted = try ask(
                    RawRequest(method: "POST", path: "/login", body: try MYKEYLogin(uuID: uuID, key: key).body))
                guard posted.status == 200, try JSONValue(parsing: posted.body)["code"]?.intValue == 0 else {
                    return false
                }
                return try ask(RawRequest(path: "/status", token: session)).status == 200
            }
        ]
    }

    private func ask(_ request: RawRequest, from source: String) throws -> RawAnswer {
        var request = request
        request.closes = true
        return try RawHTTP(from: source, to: port, seconds: Int(AnswerTime.limit)).ask(request)
    }
}
