/// The servers that are attacked.
enum HostileServer: String, Sendable, CaseIterable {
    case node, opendid, mykey

    /// Everything at once.
    static let all = "all at once"

    /// The ways in which it is attacked, the one with all of them last.
    func modes(isSmall: Bool) -> [String] {
        let modes =
            switch self {
            case .node: NodeAttack.modes(isSmall: isSmall).map(\.rawValue)
            case .opendid: OpenDIDAttack.modes(isSmall: isSmall).map(\.rawValue)
            case .mykey: MYKEYAttack.modes(isSmall: isSmall).map(\.rawValue)
            }
        return modes + [Self.all]
    }

    /// Returns the plan of a mode. - Parameter share: the number by which the connections are divided.
    func plan(_ mode: String, _ facts: [String: String], share: Int) -> HostilePlan? {
        switch self {
        case .node: NodeAttack(rawValue: mode)?.plan(facts, share: share)
        case .opendid: OpenDIDAttack(rawValue: mode)?.plan(facts, share: share)
        case .mykey: MYKEYAttack(rawValue: mode)?.plan(facts, share: share)
        }
    }

    func world(in folder: HostileFolder, isSmall: Bool) async throws -> any HostileWorld {
        switch self {
        case .node: try NodeWorld(folder, isSmall: isSmall)
        case .opendid: try OpenDIDWorld(folder)
        case .mykey: try MYKEYWorld(folder)
        }
    }
}

/// A server with stored data, a copy of which every mode begins with.
protocol HostileWorld: Sendable {
    /// Starts a separate server for one mode, with its default limits.
    func start(_ name: String) async throws -> (program: HeraldProgram, stranger: any HostileStranger)
    /// The facts that the attacking process receives.
    var facts: [String: String] { get }
}

/// Somebody else, who only wants to get on with their work.
protocol HostileStranger: Sendable {
    /// The operations of the strangers, such as `send` and `sync`.
    var operations: [String] { get }
    /// Does each operation once. Returns the milliseconds that each took.
    func round(_ number: Int) async -> [Double]
}
