import HeraldPeer
import HeraldPostgres

extension PoolCounters {
    /// The figures as metrics.
    var families: [MetricFamily] {
        let connections = [("in_use", inUse), ("idle", idle), ("opening", opening)].map { state, count in
            MetricFamily.Sample(labels: [("state", state)], Double(count))
        }
        return [
            MetricFamily("herald_database_connections", .gauge, "Connections to the database.", connections),
            MetricFamily(
                "herald_database_connections_waiting", .gauge, "Tasks that wait for a connection to the database.",
                waiting
            ),
            MetricFamily(
                "herald_database_connections_opened_total", .counter, "Connections to the database that were opened.",
                opened),
            MetricFamily(
                "herald_database_connections_failed_total", .counter,
                "Attempts to connect to the database that failed.",
                failed),
            MetricFamily(
                "herald_database_connections_refused_total", .counter, "Tasks that got no connection to the database.",
                refused),
            MetricFamily(
                "herald_database_transactions_repeated_total", .counter,
                "Repetitions of transactions that conflicted with others.", repeated),
            MetricFamily(
                "herald_database_commits_unknown_total", .counter, "Commits whose outcome is unknown.", unknown),
        ]
    }
}
