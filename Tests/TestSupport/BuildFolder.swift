import Foundation

#if canImport(Darwin)
import Darwin
#endif

/// The folder of the build, in which the programs stand beside the tests.
package enum BuildFolder {
    private static let candidates: [URL] = {
        #if canImport(Darwin)
        // The tests are a bundle that another program loads: …/heraldPackageTests.xctest/Contents/MacOS/heraldPackageTests.
        var image = Dl_info()
        guard dladdr(#dsohandle, &image) != 0, let name = image.dli_fname else { return [Bundle.main.bundleURL] }
        var folder = URL(fileURLWithPath: String(cString: name))
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return [folder, Bundle.main.bundleURL]
        #else
        return [
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent(),
            Bundle.main.bundleURL.deletingLastPathComponent(), Bundle.main.bundleURL,
        ]
        #endif
    }()

    /// Returns a program that was built with the tests, or `nil` if it was not built.
    package static func program(_ name: String) -> URL? {
        candidates.map { $0.appendingPathComponent(name) }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }
}
