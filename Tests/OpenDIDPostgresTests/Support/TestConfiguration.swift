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
    // A busy machine may exceed the defaults.
    configuration.limits.leaseTime = TestDeadline.time
    configuration.limits.openTime = TestDeadline.time
    configuration.limits.statementTime = TestDeadline.time
    configuration.limits.answerTime = TestDeadline.beyond
    configuration.limits.cancelTime = TestDeadline.time
    configuration.limits.idleTransactionTime = TestDeadline.beyond
    return configuration
}
