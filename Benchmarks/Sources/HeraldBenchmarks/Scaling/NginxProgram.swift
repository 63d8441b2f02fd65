import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An nginx on loopback: a round-robin proxy in front of the OpenDID servers, as docs/scaling.md has it.
final class NginxProgram: Sendable {
    /// The path of nginx, or `nil` if it is not installed.
    static let program: String? = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (path + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/nginx" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    /// By the first part of the path. The trust agent's process has the list provider and the notification provider, too.
    private static let roles = [
        "tas": "tas", "list": "tas", "noti": "tas", "issuer": "issuer", "verifier": "verifier", "wallet": "wallet",
        "cas": "cas", "api-gateway": "gateway",
    ]
    private let server: GuardedProcess

    /// Starts nginx.
    /// - Parameters:
    ///   - port: the port for wallets and terminals, with every role.
    ///   - registry: the port for the roles' requests to the trust agent, with turns of its own.
    ///   - instances: the ports of each role's processes.
    init(_ program: String, in folder: URL, port: Int, registry: Int, instances: [String: [Int]]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("nginx.conf")
        try Self.configuration(folder.path, port, registry, instances).write(
            to: file, atomically: true, encoding: .utf8)
        server = try GuardedProcess([program, "-p", folder.path, "-c", file.path, "-e", "stderr"], until: nil)
    }

    func stop() { server.stop() }

    /// The processor time that nginx has used, in milliseconds.
    var milliseconds: Double { server.milliseconds }

    private static func configuration(_ folder: String, _ port: Int, _ registry: Int, _ instances: [String: [Int]])
        -> String
    {
        let groups = roles.merging(["registry": "tas"]) { $1 }.sorted { $0.key < $1.key }
        let upstreams = groups.map { name, role in
            let servers = (instances[role] ?? []).map { "server 127.0.0.1:\($0) max_fails=0;" }.joined(separator: " ")
            return "    upstream \(name) { \(servers) keepalive 64; keepalive_timeout 30s; }\n"
        }.joined()
        let locations = roles.keys.sorted().map { "        location /\($0)/ { proxy_pass http://\($0); }\n" }.joined()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder)/\($0);\n" }.joined()
        // The folder belongs to the user that runs the measurement.
        let user = getuid() == 0 ? "user root root;\n" : ""
        return """
            \(user)daemon off;
            pid \(folder)/nginx.pid;
            worker_processes 1;
            error_log stderr error;
            events { worker_connections 4096; }
            http {
                access_log off;
                keepalive_requests 1000000;
            \(temporary)    client_max_body_size 8m;
                proxy_http_version 1.1;
                proxy_set_header Host $http_host;
                proxy_set_header Connection "";
                proxy_set_header X-Forwarded-For $remote_addr;
            \(upstreams)    server {
                    listen 127.0.0.1:\(port);
            \(locations)    }
                server {
                    listen 127.0.0.1:\(registry);
                    location / { proxy_pass http://registry; }
                }
            }

            """
    }
}
