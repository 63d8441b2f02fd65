import Foundation
import HeraldJSON
import HeraldKeys

/// `herald node` on a directory, with its default durability and without rate limits.
final class HeraldNode: MatrixServer {
    let name = "Herald"
    let port: Int
    private let process: GuardedProcess
    private let ports: HeldPorts

    /// Starts a node, and returns when it answers.
    /// - Parameters:
    ///   - data: the directory of the node. It may have the data of an earlier node.
    ///   - connections: the most connections that the node accepts.
    init(_ data: URL, connections: Int) throws {
        ports = try HeldPorts(1)
        port = ports.numbers[0]
        let herald = HeraldProgram.own.deletingLastPathComponent().appendingPathComponent("herald")
        process = try GuardedProcess(
            [
                herald.path, "node", "--port", String(port), "--data", data.path, "--enable-registration",
                "--no-rate-limits", "--connections", String(connections),
            ], until: "listening on http://")
    }

    var megabytes: Double { process.megabytes }
    var milliseconds: Double { process.milliseconds }

    func stop() { process.stop() }

    /// Logs in with wallets, because a password costs the node far more time than a wallet.
    func people(_ prefix: String, _ count: Int) throws -> [MatrixPerson] {
        let keys = try (0..<count).map { number in
            try Secp256k1PrivateKey(bytes: Keccak256.hash(Array("\(prefix) \(number)".utf8)))
        }
        // The node has few open challenges for one address.
        return try stride(from: 0, to: count, by: 50).flatMap { first in
            try logIn(Array(keys[first..<min(first + 50, count)]))
        }
    }

    private func logIn(_ keys: [Secp256k1PrivateKey]) throws -> [MatrixPerson] {
        let prefix = "/_api/client/unstable/did/"
        let challenges = try RequestBatch(port).run(keys.count) { number in
            let address = keys[number].publicKey.ethereumAddress.checksummed
            return RawRequest.post(prefix + "pre_login1", ["address": .string(address)])
        }
        let logins = try keys.indices.map { number -> RawRequest in
            let challenge = challenges[number], key = keys[number]
            guard let message = challenge["message"]?.stringValue else {
                throw MatrixFailure(description: "the node has sent no challenge")
            }
            let identifier: JSONValue = [
                "did": challenge["did"] ?? .null, "address": .string(key.publicKey.ethereumAddress.checksummed),
                "message": .string(message), "token": .string(try PersonalMessage.sign(message, with: key).text()),
            ]
            return RawRequest.post(
                prefix + "login",
                [
                    "type": "m.login.did.identity", "random_server": challenge["random_server"] ?? .null,
                    "updated": challenge["updated"] ?? .null, "identifier": identifier,
                ])
        }
        return try RequestBatch(port).run(keys.count) { logins[$0] }.map { try MatrixPerson($0) }
    }
}

extension MatrixPerson {
    /// Reads the answer to a login or a registration.
    /// - Throws: ``MatrixFailure`` if it is another answer.
    init(_ answer: JSONValue) throws {
        guard let user = answer["user_id"]?.stringValue, let token = answer["access_token"]?.stringValue else {
            throw MatrixFailure(description: "a login has no token")
        }
        self.init(user: user, token: token)
    }
}
