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

/// The account that a command concerns.
struct NodeUserTarget: ParsableArguments {
    @Argument(help: "The user ID, such as @ann:example.org.")
    var user: String

    /// Returns the path of the account in the operator's endpoints, or of an action on it.
    func path(_ action: String? = nil) -> [String] { ["users", user] + (action.map { [$0] } ?? []) }
}

/// The command `herald node user list`.
struct NodeUserList: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts, in the order of their user IDs.")

    @OptionGroup var page: NodePageOptions

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let answer = try await node.client.call("GET", ["users"], query: page.query)
        CommandOutput(json: node.json).page(answer, "users", columns: ["user_id", "state", "displayname"])
    }
}

/// The command `herald node user show`.
struct NodeUserShow: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account, its devices and the space of its files.")

    @OptionGroup var target: NodeUserTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "GET", target.path())
    }
}

/// The command `herald node user lock`.
struct NodeUserLock: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock an account, so that nobody can use it until it is unlocked.")

    @OptionGroup var target: NodeUserTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("lock"), body: [:])
    }
}

/// The command `herald node user unlock`.
struct NodeUserUnlock: NodeOperatorCommand {
    static let configuration = CommandConfiguration(commandName: "unlock", abstract: "Unlock an account.")

    @OptionGroup var target: NodeUserTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("unlock"), body: [:])
    }
}

/// The command `herald node user suspend`.
struct NodeUserSuspend: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend an account: its user can read, and do little else.")

    @OptionGroup var target: NodeUserTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("suspend"), body: [:])
    }
}

/// The command `herald node user unsuspend`.
struct NodeUserUnsuspend: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsuspend", abstract: "End the suspension of an account.")

    @OptionGroup var target: NodeUserTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("unsuspend"), body: [:])
    }
}

/// The command `herald node user deactivate`.
struct NodeUserDeactivate: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Deactivate an account for good. It leaves all its rooms.")

    @OptionGroup var target: NodeUserTarget

    @Flag(help: "Also delete the profile, and hide the messages from users who join later.")
    var erase = false

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("deactivate"), body: ["erase": .bool(erase)])
    }
}

/// The command `herald node user password`.
struct NodeUserPassword: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give an account a new password.",
        discussion: """
            The command asks for the password twice on the terminal, without echo, or reads it as a line from standard input, or from \
            HERALD_PASSWORD.
            """)

    @OptionGroup var target: NodeUserTarget

    @Flag(help: "Keep the sessions of the account. They are ended otherwise.")
    var keepSessions = false

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let password = try SecretInput.chooseText("HERALD_PASSWORD", prompt: "New password")
        try await printAnswer(
            to: "POST", target.path("password"),
            body: ["password": .string(password), "logout_devices": .bool(!keepSessions)])
    }
}

/// The command `herald node user logout`.
struct NodeUserLogout: NodeOperatorCommand {
    static let configuration = CommandConfiguration(commandName: "logout", abstract: "End sessions of an account.")

    @OptionGroup var target: NodeUserTarget

    @Option(help: "The ID of the device to log out. Defaults to all devices.")
    var device: String?

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(
            to: "POST", target.path("logout"), body: device.map { ["device_id": .string($0)] } ?? [:])
    }
}
