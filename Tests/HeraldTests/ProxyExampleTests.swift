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

    @Test(
        "an example asks every instance, and only the OpenDID servers get a request twice, with 503 and Retry-After in place of nginx's own errors",
        arguments: ["deploy/nginx.conf", "docs/scaling.md"])
    func repetitions(file: String) throws {
        let text = try PackageFiles.text(file)
        let groups = text.split(separator: "\n").filter { line in
            ["gateways", "opendid", "tas"].contains { line.hasPrefix("upstream \($0) ") }
        }
        #expect(groups.count == 2)
        for group in groups {
            let servers = group.components(separatedBy: "server ").dropFirst()
            #expect(!servers.isEmpty && servers.allSatisfy { $0.contains(" max_fails=0;") }, "\(group)")
        }
        let blocks = text.components(separatedBy: "\nserver {\n").dropFirst().filter {
            $0.hasPrefix("    listen 443 ssl;")
        }
        try #require(blocks.count == 2)
        for line in [
            "proxy_next_upstream error timeout http_503 non_idempotent;", "error_page 502 504 = @later;",
            "location @later { add_header Retry-After 1 always; return 503; }",
        ] {
            #expect(!blocks[0].contains(line) && blocks[1].contains(line), "\(line)")
        }
    }
}
