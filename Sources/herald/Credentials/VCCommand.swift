import ArgumentParser

/// `herald vc`: commands for credentials, from getting them to checking those of others.
struct VCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vc", abstract: "Get, show, present, revoke and verify credentials.",
        discussion: """
            The PIN is asked for on the terminal, without echo, or read as a line from standard input, or taken from the environment as \
            HERALD_PIN.
            """,
        subcommands: [VCPlans.self, VCIssue.self, VCList.self, VCShow.self, VCPresent.self, VCRevoke.self, VCVerify.self])
}
