import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Under libFuzzer's own name, because its `main` asks for it: in a debug build that is linked in beside this program's.
@_cdecl("LLVMFuzzerTestOneInput")
func checkInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    MYKEYFuzz.check(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
}

// usage: MYKEYFuzz --seeds FOLDER, or libFuzzer's own arguments
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
    try MYKEYSeeds.write(to: URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true))
} else {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, checkInput))
}
