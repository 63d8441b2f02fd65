import ArgumentParser
import HeraldJSON

/// The command `herald node report`: its subcommands list and delete the reports of a running node's users.
struct NodeReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "List and delete the reports of a running node's users.",
        subcommands: [NodeReportList.self, NodeReportDelete.self])
}

/// The command `herald node report list`.
struct NodeReportList: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List reports of events, rooms and users, oldest first.")

    @OptionGroup var page: NodePageOptions

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let answer = try await node.client.call("GET", ["reports"], query: page.query)
        CommandOutput(json: node.json).page(
            answer, "reports", columns: ["report_id", "reporter", "room_id", "event_id", "user_id", "reason"])
    }
}

/// The command `herald node report delete`.
struct NodeReportDelete: NodeOperatorCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete a report.")

    @Argument(help: "The number of the report, as the list shows it.")
    var report: Int64

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "DELETE", ["reports", String(report)])
    }
}
