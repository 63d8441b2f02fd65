import Foundation
import OpenDIDPostgres
import OpenDIDServices
import OpenDID_DataModel

/// OpenDID's servers in a process of their own: this program, started again. Unlike `herald opendid`, they have no rate limits, because all
/// wallets of a measurement come from one address.
enum RoleServers {
    /// The roles that have a process each. The trust agent includes the list provider and the notification provider.
    static let names = ["tas", "issuer", "verifier", "wallet", "cas", "gateway"]
    private static let argument = "--opendid-servers="
    private static let ready = "listening on http://127.0.0.1:"

    /// The environment variables of a server's process. The last two are secrets or may contain one.
    private enum Setting: String {
        case port = "HERALD_BENCH_PORT"
        case base = "HERALD_BENCH_BASE"
        case registry = "HERALD_BENCH_REGISTRY"
        case storage = "HERALD_BENCH_STORAGE"
        case secret = "HERALD_BENCH_SECRET"

        var value: String? {
            ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    struct Unusable: Error {}

    /// Starts a process, and returns when it answers requests.
    /// - Parameters:
    ///   - name: one of ``names``, or `all`.
    ///   - base: the URL of the proxy in front of it, or `nil`.
    ///   - registry: the URL of the trust agent for other roles, or `nil`.
    ///   - storage: a directory, or the URL of a database.
    ///   - secret: the passphrase and the token between roles.
    static func start(_ name: String, port: Int, base: String?, registry: String?, storage: String, secret: String)
        throws
        -> GuardedProcess
    {
        let settings: [Setting: String] = [
            .port: String(port), .base: base ?? "", .registry: registry ?? "", .storage: storage, .secret: secret,
        ]
        return try GuardedProcess(
            [HeraldProgram.own.path, argument + name],
            environment: Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, $0.value) }), until: ready)
    }

    /// Returns true if this process was started as servers. It then serves until a signal ends it.
    static func wasAskedFor(_ arguments: [String]) async throws -> Bool {
        guard let first = arguments.dropFirst().first, first.hasPrefix(argument) else { return false }
        let name = String(first.dropFirst(argument.count))
        guard let port = Setting.port.value.flatMap({ Int($0) }), let storage = Setting.storage.value,
            let secret = Setting.secret.value.map({ ServiceSecret($0) })
        else { throw Unusable() }
        var addresses: [ServiceRole: String] = [:]
        if let base = Setting.base.value, name == "tas" { (addresses[.issuer], addresses[.cas]) = (base, base) }
        if let registry = Setting.registry.value, name != "tas" {
            for role in [ServiceRole.tas, .list, .noti] { addresses[role] = registry }
        }
        var configuration = ServicesConfiguration(
            roles: try roles(name), port: port, publicBaseURL: Setting.base.value,
            trustedProxies: Setting.base.value == nil ? [] : ["127.0.0.1"], addresses: addresses,
            storage: storage.hasPrefix("/")
                ? .directory(URL(fileURLWithPath: storage, isDirectory: true)) : try .postgres(storage),
            passphrase: secret, peerToken: secret, seed: FlowWorld.seed)
        configuration.limits = .unlimited
        let services = try await OpenDIDServices.start(configuration)
        FileHandle.standardOutput.write(Data("\(ready)\(services.port)\n".utf8))
        // A signal ends the process long before.
        try await Task.sleep(for: .seconds(86_400))
        await services.stop()
        return true
    }

    private static func roles(_ name: String) throws -> Set<ServiceRole> {
        if name == "all" { return Set(ServiceRole.allCases) }
        guard names.contains(name), let role = ServiceRole(rawValue: name) else { throw Unusable() }
        return role == .tas ? [.tas, .list, .noti] : [role]
    }
}
