import Foundation
import HeraldPostgres
import TestSupport

/// Returns the configuration of a database that uses a schema of its own.
/// - Parameters:
///   - url: the address of a server. Defaults to the server that all tests share.
///   - schema: defaults to a new one.
func testConfiguration(url: String? = nil, schema: String? = nil) async throws -> PostgresConfiguration {
    let address = if let url { url } else { try await PostgresServer.shared.value.url() }
    var configuration = try PostgresConfiguration(
        PostgresURL(address), schema: schema ?? "t_\(UUID().uuidString.lowercased().replacing("-", with: ""))")
    // Many tests run at once, each with a pool of its own.
    configuration.limits.connections = 3
    configuration.limits.leaseTime = .seconds(30)
    configuration.limits.statementTime = .seconds(30)
    configuration.limits.answerTime = .seconds(40)
    return configuration
}
