import ArgumentParser
import SDNNode

/// The command `herald node`: runs a SendingNetwork node, and does what its operator needs.
struct NodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node",
        abstract: "Run and operate a SendingNetwork node.",
        discussion: """
            `herald node --data DIR` runs a node; `herald node run --help` lists its options. `herald node backup` makes a backup while it runs, \
            and `herald node restore` checks and restores it. `herald node user`, `room`, `media` and `report` list and change what a running node \
            has; they need the operator's token, with which the node was started.
            """,
        subcommands: [
            NodeRun.self, NodeBackupCommand.self, NodeRestore.self, NodeUserCommand.self, NodeRoomCommand.self,
            NodeMediaCommand.self, NodeReportCommand.self,
        ], defaultSubcommand: NodeRun.self)
}

extension CommandFailure {
    /// Describes an error of a node.
    init(_ error: NodeError) { self.init("\(error.field): \(error.reason)", code: error.code.rawValue) }
}
