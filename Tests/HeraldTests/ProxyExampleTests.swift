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
        "no server of an example writes queries, which may have an access token, into nginx's log",
        arguments: ["deploy/nginx.conf", "docs/scaling.md"])
    func logs(file: String) throws {
        let text = try PackageFiles.text(file)
        let formats = text.split(separator: "\n").filter { $0.hasPrefix("log_format without_query ") }
        #expect(formats.count == 1)
        for format in formats {
            #expect(format.contains("$request_method $uri "))
            // Each of them has the query. The referrer is the URL of another request.
            for variable in ["request\"", "request ", "request_uri", "args", "query_string", "arg_", "http_referer"] {
                #expect(!format.contains("$\(variable)"), "\(variable)")
            }
        }
        let blocks = text.components(separatedBy: "\nserver {\n").dropFirst().filter {
            $0.hasPrefix("    listen 443 ssl;")
        }
        #expect(blocks.count == 2)
        for block in blocks {
            let logs = block.split(separator: "\n").filter { $0.contains("access_log ") }
            #expect(logs == ["    access_log /var/log/nginx/access.log without_query;"])
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
