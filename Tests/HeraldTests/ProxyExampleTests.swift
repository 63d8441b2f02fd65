import Foundation
import TestSupport
import Testing

@Suite("The examples of nginx")
struct ProxyExampleTests {
    @Test(
        "every public server of an example keeps the operator's paths from the internet",
        arguments: [("deploy/nginx.conf", 2), ("docs/scaling.md", 2)])
    func monitoring(file: String, servers: Int) throws {
        let blocks = try PackageFiles.text(file).components(separatedBy: "\nserver {\n").dropFirst().filter {
            $0.hasPrefix("    listen 443 ssl;")
        }
        #expect(blocks.count == servers)
        for block in blocks {
            let rule = try #require(block.range(of: "    location ~ ^/(health|ready|metrics)$ { return 404; }\n"))
            let passed = try #require(block.range(of: "proxy_pass"))
            #expect(rule.lowerBound < passed.lowerBound)
        }
    }
}
