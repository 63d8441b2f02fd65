/// A content scanner in front of a node's files (SDN sheet 0.2 and 3.2). Requests to it carry no access token.
extension Endpoints {
    package static let scannerKey = Endpoint<NoInput, RawJSON>(
        .get, .root, "media_proxy/unstable/public_key", access: .open, history: .proposal("MSC1453"))
    package static let scanFile = Endpoint<PlainRequest, RawJSON>(
        .get, .root, "media_proxy/unstable/scan/{serverName}/{mediaId}", access: .open, history: .proposal("MSC1453"))
    package static let scanSealedFile = Endpoint<BodyRequest, RawJSON>(
        .post, .root, "media_proxy/unstable/scan_encrypted", access: .open, history: .proposal("MSC1453"))
}
