import Foundation

/// The same with a real Synapse, where `make interop` has installed it.
enum SynapseWork {
    private static let pairs = 1_000

    /// - Returns: no rows where Synapse is not installed, and at the smallest size, because Synapse takes long to start.
    static func run() throws -> [Measurement] {
        guard BenchmarkSize.current == .whole else { return [] }
        let folder = try HostileFolder()
        let synapse: WorkProcess, port: Int
        do {
            synapse = try WorkProcess(
                PythonPeers.python(), [PythonPeers.script("synapse_peer.py").path, folder.url.path])
            port = Int(try synapse.ask("")[0])
        } catch {
            FileHandle.standardError.write(Data("gateway: no rows of Synapse: \(error)\n".utf8))
            return []
        }
        let token = try String(contentsOf: folder.place("token"), encoding: .utf8)
        let gateway = try GatewayWorld.gateway(before: port, in: folder.url)
        let load = try GatewayLoad.start(on: Cores.both?.others)
        let times = try load.ask("whoami \(port) \(gateway.port) \(pairs) \(token)")
        return try withExtendedLifetime(synapse) {
            try GatewayBenchmarks.rows("whoami at Synapse", times, "Synapse", most: 1_000)
        }
    }
}
