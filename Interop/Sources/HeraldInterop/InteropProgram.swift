import ArgumentParser

/// What `scripts/interop` runs of ours beside `herald`: our client, and our keys and signatures, driven by another program.
@main
struct InteropProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "HeraldInterop", abstract: "Our side of the interop suite, for scripts/interop.",
        subcommands: [ClientCommand.self, TwinCommand.self, OpenDIDCommand.self, EOSCommand.self])
}
