import Foundation

/// Gives memory that the program has freed back to the system. The C library of Linux keeps most of it.
enum FreeMemory {
    #if canImport(Glibc)
    private typealias Trim = @convention(c) (Int) -> Int32
    /// `malloc_trim` of the C library, which Swift does not import; `nil` if this C library has none. `dlsym` returns a
    /// pointer without a type, so the cast is needed.
    private static let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }
    #endif

    /// Gives memory back every 30 s, until the task is cancelled.
    static func giveBack() async {
        #if canImport(Glibc)
        guard let trim else { return }
        while (try? await Task.sleep(for: .seconds(30))) != nil { _ = trim(0) }
        #endif
    }
}
