import Foundation
import HeraldPeer
import OpenDID_DataModel
import TestSupport
import Testing

@testable import HeraldPostgres
@testable import OpenDIDPostgres
@testable import OpenDIDServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What an operator sees of PostgreSQL")
struct PostgresMonitoringTests {
    @Test("each figure of the connections is in the metrics")
    func figures() throws {
        var counters = PoolCounters()
        (counters.inUse, counters.idle, counters.opening, counters.waiting) = (1, 2, 3, 4)
        (counters.opened, counters.failed, counters.refused) = (5, 6, 7)
        (counters.repeated, counters.unknown) = (8, 9)
        let page = try PrometheusPage(PrometheusText.text(counters.families))
        #expect(page.samples.map(\.value) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(page.value("herald_database_connections", ["state": "in_use"]) == 1)
        #expect(page.value("herald_database_connections_waiting") == 4)
        #expect(page.value("herald_database_commits_unknown_total") == 9)
    }

    @Test(
        "the metrics of a server have the figures of its connections, and none of SQLite's writer",
        .enabled(if: PostgresServer.programs != nil), .timeLimit(.minutes(10)))
    func server() async throws {
        let configuration = try await testConfiguration()
        let source = ServiceDatabaseSource(name: "test") { _ in try await PostgresDatabase.open(configuration) }
        let services = try await OpenDIDServices.start(
            ServicesConfiguration(
                roles: [.tas], storage: .database(source), passphrase: ServiceSecret("the operator's")))
        let url = try #require(URL(string: services.baseURL + "/metrics"))
        let (data, _) = try await URLSession.lasting.data(from: url)
        let page = try PrometheusPage(String(decoding: data, as: UTF8.self))
        #expect((page.value("herald_database_connections_opened_total") ?? 0) > 0)
        #expect(page.value("herald_database_connections", ["state": "in_use"]) != nil)
        #expect(page.value("herald_database_transactions_repeated_total") != nil)
        #expect(page.value("herald_database_writes_total") == nil)
        await services.stop()
    }
}
