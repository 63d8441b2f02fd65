import ArgumentParser
import HeraldJSON

/// The command `herald node media`: its subcommands list, quarantine and delete files on a running node.
struct NodeMediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "List, quarantine and delete files on a running node.",
        subcommands: [
            NodeMediaList.self, NodeMediaQuarantine.self, NodeMediaRelease.self, NodeMediaDelete.self,
        ])
}

/// The address of a file, or of all files of a user, in the operator's endpoints.
struct NodeMediaAddress {
    private static let scheme = "mxc://"

    let path: [String]
    /// The server that a URI names. The node refuses the request if it is another server.
    let query: [(String, String)]

    /// - Parameter file: the ID of a file, or its URI.
    /// - Throws: ``CommandFailure`` if `file` is neither and there is no user.
    init(file: String?, user: String?) throws(CommandFailure) {
        if let user {
            self.path = ["users", user, "media"]
            self.query = []
            return
        }
        let text = file ?? "", isURI = text.hasPrefix(Self.scheme)
        let rest = text.dropFirst(isURI ? Self.scheme.count : 0)
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let server = parts.first, let id = parts.last, !id.isEmpty, parts.count == (isURI ? 2 : 1) else {
            throw CommandFailure("'\(text)' is neither the ID of a file nor a URI such as mxc://example.org/abc")
        }
        self.path = ["media", String(id)]
        self.query = isURI ? [("server_name", String(server))] : []
    }
}

/// The command `herald node media list`.
struct NodeMediaList: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List files, in the order of their IDs.")

    @Option(help: "List only files of this user.")
    var user: String?

    @OptionGroup var page: NodePageOptions

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let answer = try await node.client.call(
            "GET", ["media"], query: page.query + (user.map { [("user", $0)] } ?? []))
        CommandOutput(json: node.json).page(
            answer, "files", columns: ["media_id", "bytes", "content_type", "is_quarantined", "uploader"])
    }
}

/// The command `herald node media quarantine`.
struct NodeMediaQuarantine: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Quarantine a file, or all files of a user or a room: nobody can download them any more.")

    @Argument(help: "The ID of a file, or its URI, such as mxc://example.org/abc.")
    var file: String?

    @Option(help: "All files of this user.")
    var user: String?

    @Option(help: "All files that the events of this room name.")
    var room: String?

    func validate() throws {
        guard [file, user, room].compactMap(\.self).count == 1 else {
            throw ValidationError("Give one of a file, --user and --room.")
        }
    }

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        if let room { return try await printAnswer(to: "POST", ["rooms", room, "media", "quarantine"]) }
        let address = try NodeMediaAddress(file: file, user: user)
        try await printAnswer(to: "POST", address.path + ["quarantine"], query: address.query)
    }
}

/// The command `herald node media release`.
struct NodeMediaRelease: NodeOperatorCommand {
    static let configuration = CommandConfiguration(commandName: "release", abstract: "End the quarantine of a file.")

    @Argument(help: "The ID of the file, or its URI.")
    var file: String

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let address = try NodeMediaAddress(file: file, user: nil)
        try await printAnswer(to: "POST", address.path + ["release"], query: address.query)
    }
}

/// The command `herald node media delete`.
struct NodeMediaDelete: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a file, or all files of a user.")

    @Argument(help: "The ID of a file, or its URI, such as mxc://example.org/abc.")
    var file: String?

    @Option(help: "All files of this user.")
    var user: String?

    func validate() throws {
        guard (file != nil) != (user != nil) else { throw ValidationError("Give one of a file and --user.") }
    }

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let address = try NodeMediaAddress(file: file, user: user), client = try node.client
        var answer = try await client.call("DELETE", address.path, query: address.query)
        // One call deletes a part of a user's files.
        var sum: Int64 = 0
        while case .int(let count)? = answer["deleted"], count > 0 {
            sum += count
            answer = try await client.call("DELETE", address.path)
        }
        CommandOutput(json: node.json).object(user == nil ? answer : ["deleted": .int(sum)])
    }
}
