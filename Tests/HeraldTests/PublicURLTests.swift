import Foundation
import TestSupport
import Testing

@Suite("Base URLs of the servers' commands", .timeLimit(.minutes(10)))
struct PublicURLTests {
    @Test(
        "a base URL without https:// is refused with the option's name and an example, before anything is written",
        arguments: [
            ["node", "--data", "DIR", "--public-url"], ["opendid", "all", "--data", "DIR", "--public-url"],
            ["opendid", "gateway", "--data", "DIR", "--tas-url"],
            ["opendid", "all", "--keep-presentations", "DIR", "--in-memory", "--issuer-url"],
        ])
    func refused(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let options = arguments.map { $0 == "DIR" ? folder.path("data") : $0 } + ["id.example.org", "--port", "0"]
        let result = try await Program.run(options)
        let option = arguments.last ?? ""
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("herald \(arguments[0]): \(option): "), "\(result.errors)")
        #expect(result.errors.contains("such as https://example.org"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
