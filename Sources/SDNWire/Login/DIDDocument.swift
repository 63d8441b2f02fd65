import HeraldJSON

extension Endpoints {
    /// Returns a DID document (SDN sheet 1.2, row 9).
    package static let resolveDID = Endpoint<DIDRequest, RawJSON>(
        .get, .client(.unstable), "did/{did}", access: .open, limit: .logins, history: .sdn)
}
