import Foundation
import HeraldJSON

/// The Synapse of `make interop`, with SQLite and without rate limits.
final class SynapsePeer: MatrixServer {
    let name = "Synapse"
    let port: Int
    /// The process of Synapse.
    private let identifier: Int32
    private let process: WorkProcess
    private let folder: HostileFolder

    /// Starts Synapse. It ends with this process.
    /// - Throws: ``PythonPeers/Missing`` if there is no Python for it, or ``WorkProcess/NoAnswer`` if it does not start.
    init() throws {
        folder = try HostileFolder()
        process = try WorkProcess(
            PythonPeers.python(), [PythonPeers.script("synapse_peer.py").path, folder.url.path])
        let facts = try process.ask("")
        guard facts.count == 2, let port = Int(exactly: facts[0]), let identifier = Int32(exactly: facts[1]) else {
            throw WorkProcess.NoAnswer()
        }
        (self.port, self.identifier) = (port, identifier)
    }

    var megabytes: Double { ProcessMemory.megabytes(of: identifier) }
    var milliseconds: Double { ProcessTime.milliseconds(of: identifier) }

    func people(_ prefix: String, _ count: Int) throws -> [MatrixPerson] {
        try RequestBatch(port).run(count) { number in
            RawRequest.post(
                "/_matrix/client/v3/register",
                [
                    "username": .string("\(prefix)\(number)"), "password": "harbour wall",
                    "auth": ["type": "m.login.dummy"],
                ])
        }.map { try MatrixPerson($0) }
    }
}
