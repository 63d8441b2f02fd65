import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// usage: SDNFuzz --seeds FOLDER, or libFuzzer's own arguments
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
    try SDNSeeds.write(to: URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true))
} else {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments) { SDNFuzz.check(UnsafeBufferPointer(start: $0, count: $0 == nil ? 0 : $1)) })
}
