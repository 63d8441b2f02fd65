import HeraldPeer
import OpenDID_DataModel

extension ServicesAssembly {
    /// Returns the endpoints for the operator's monitoring. The servers of the process share them, as they share the listener.
    ///
    /// The process is ready when its servers have started and its database answers. If the registry belongs to the trust agent of another
    /// process, the answer also says if the registry answers.
    /// - Throws: ``ServicesError`` `configuration`.
    func monitoring(of servers: LateHandler) throws(ServicesError) -> Monitoring {
        let (database, registry) = (database, registry)
        var checks = [
            Readiness.Check("servers") { try servers.requireStarted() },
            Readiness.Check("database") { try await database.check() },
        ]
        if case .elsewhere = registry {
            let trustAgent = try configuration.requireDID(of: .tas)
            checks.append(
                Readiness.Check("registry", isDependency: true) { _ = try await registry.access.provider(trustAgent) })
        }
        let admission = Admission(operatorToken: configuration.operatorToken?.exposedText, peerToken: nil)
        return Monitoring(
            readers: try TrustedAddresses(configuration.metricsReaders, field: "metricsReaders"),
            isOperator: { request in
                guard var inside = ServiceRequest(request) else { return false }
                // At the address of a trusted proxy, a program of the operator may ask too. Nobody else has the token.
                if request.isWithoutForwarding { inside.origin = .network(request.client.text) }
                return admission.isOperator(inside)
            },
            readiness: Readiness(checks), families: { database.families })
    }
}
