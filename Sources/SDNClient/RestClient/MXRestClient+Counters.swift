import SDNValues

extension MXRestClient {
    /// The work of this client and of the session that uses it.
    public var counters: MXCounters { pipeline.telemetry.counters }

    package var telemetry: Telemetry { pipeline.telemetry }
}
