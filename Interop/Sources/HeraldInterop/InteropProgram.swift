import ArgumentParser

/// The program of ours that `scripts/interop` runs beside `herald`: our client, and our keys and signatures, driven by another program.
@main
struct InteropProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "HeraldInterop", abstract: "Our side of the interop suite, for scripts/interop.",
        subcommands: [
            ClientCommand.self, TwinCommand.self, LoadCommand.self, OpenDIDCommand.self,
            EOSCommand.self,
        ])
}
