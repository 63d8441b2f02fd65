import ArgumentParser

/// `herald vc`: commands for credentials, from getting them to checking those of others.
struct VCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vc", abstract: "Get, show, present, revoke and verify credentials.",
        discussion: """
            The commands ask for the PIN on the terminal, without echo, or read it as a line from standard input, or from the environment \
            variable HERALD_PIN.
            """,
        subcommands: [
            VCPlans.self, VCIssue.self, VCList.self, VCShow.self, VCPresent.self, VCRevoke.self, VCVerify.self,
        ])
}
