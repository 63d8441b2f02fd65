import Foundation
import TestSupport
import Testing

@Suite("The server of PostgreSQL")
struct PostgresInstalledTests {
    @Test("is installed where scripts/test needs it, so that no test is skipped there")
    func installed() {
        guard ProcessInfo.processInfo.environment["HERALD_NEEDS_POSTGRES"] != nil else { return }
        #expect(PostgresServer.programs != nil, "install PostgreSQL with scripts/setup")
    }
}
