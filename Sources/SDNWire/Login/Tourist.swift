import HeraldJSON

extension Endpoints {
    /// A session of somebody without a wallet, who may look around (SDN sheet 1.2, row 10).
    package static let tourist = Endpoint<BodyRequest, LoginResponse>(.post, .client(.unstable), "did/tourist", access: .open, history: .sdn)
}
