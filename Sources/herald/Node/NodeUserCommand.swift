import ArgumentParser
import HeraldJSON

/// The command `herald node user`: its subcommands list and change a running node's accounts.
struct NodeUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "List and change the accounts of a running node.",
        subcommands: [
            NodeUserList.self, NodeUserShow.self, NodeUserLock.self, NodeUserUnlock.self, NodeUserSuspend.self,
            NodeUserUnsuspend.self, NodeUserDeactivate.self, NodeUserPassword.self, NodeUserLogout.self,
        ])
}

/// The command `herald node user list`.
struct NodeUserList: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts, in the order of their user IDs.")

    @OptionGroup var page: NodePageOptions

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("GET", ["users"], query: page.query)
        CommandOutput(json: node.json).page(answer, "users", columns: ["user_id", "state", "displayname"])
    }
}

/// The command `herald node user show`.
struct NodeUserShow: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account, its devices and the space of its files.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        CommandOutput(json: node.json).object(try await node.client.call("GET", ["users", user]))
    }
}

/// The command `herald node user lock`.
struct NodeUserLock: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock an account, so that nobody can use it until it is unlocked.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("POST", ["users", user, "lock"], body: [:])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user unlock`.
struct NodeUserUnlock: ReportingCommand {
    static let configuration = CommandConfiguration(commandName: "unlock", abstract: "Unlock an account.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("POST", ["users", user, "unlock"], body: [:])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user suspend`.
struct NodeUserSuspend: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend an account: its user can read, and do little else.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("POST", ["users", user, "suspend"], body: [:])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user unsuspend`.
struct NodeUserUnsuspend: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsuspend", abstract: "End the suspension of an account.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("POST", ["users", user, "unsuspend"], body: [:])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user deactivate`.
struct NodeUserDeactivate: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Deactivate an account for good. It leaves all its rooms.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @Flag(help: "Also delete the profile, and hide the messages from users who join later.")
    var erase = false

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call("POST", ["users", user, "deactivate"], body: ["erase": .bool(erase)])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user password`.
struct NodeUserPassword: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give an account a new password.",
        discussion: """
            The command asks for the password on the terminal, without echo, or reads it as a line from standard input, or from HERALD_PASSWORD.
            """)

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @Flag(help: "Keep the sessions of the account. They are ended otherwise.")
    var keepSessions = false

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let password = try SecretInput.text("HERALD_PASSWORD", prompt: "New password")
        let answer = try await node.client.call(
            "POST", ["users", user, "password"],
            body: ["password": .string(password), "logout_devices": .bool(!keepSessions)])
        CommandOutput(json: node.json).object(answer)
    }
}

/// The command `herald node user logout`.
struct NodeUserLogout: ReportingCommand {
    static let configuration = CommandConfiguration(commandName: "logout", abstract: "End sessions of an account.")

    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    @Option(help: "The ID of the device to log out. Defaults to all devices.")
    var device: String?

    @OptionGroup var node: NodeOperatorOptions

    var isJSON: Bool { node.json }

    func work() async throws {
        let answer = try await node.client.call(
            "POST", ["users", user, "logout"], body: device.map { ["device_id": .string($0)] } ?? [:])
        CommandOutput(json: node.json).object(answer)
    }
}
