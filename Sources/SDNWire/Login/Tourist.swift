import HeraldJSON

extension Endpoints {
    /// Starts a read-only session for somebody without a wallet (SDN sheet 1.2, row 10).
    package static let tourist = Endpoint<BodyRequest, LoginResponse>(
        .post, .client(.unstable), "did/tourist", access: .open, history: .sdn)
}
