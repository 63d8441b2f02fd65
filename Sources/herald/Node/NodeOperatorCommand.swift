import HeraldJSON

/// A command that calls a running node as its operator.
protocol NodeOperatorCommand: ReportingCommand {
    var node: NodeOperatorOptions { get }
}

extension NodeOperatorCommand {
    var isJSON: Bool { node.json }

    /// Calls an endpoint and prints the object that it answers.
    func printAnswer(
        to method: String, _ path: [String], query: [(String, String)] = [], body: JSONObject? = nil
    ) async throws {
        CommandOutput(json: node.json).object(try await node.client.call(method, path, query: query, body: body))
    }
}
