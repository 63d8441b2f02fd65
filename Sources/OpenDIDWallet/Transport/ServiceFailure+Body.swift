import HeraldJSON

extension ServiceFailure {
    /// What a server's error body says (OpenDID sheet 5.3). A body that is none leaves the code empty; its text is not taken over.
    init(status: Int, body: [UInt8]) {
        let root = try? JSONDocument(body, limits: JSONLimits(maxBytes: 64 << 10, maxDepth: 8)).root
        self.init(
            status: status, code: String((root?["code"]?.string ?? "").prefix(32)),
            text: String((root?["description"]?.string ?? "").prefix(512)))
        isUnhandled = code.isEmpty && root?["status"]?.int == Int64(status) && root?["path"]?.string != nil
    }

    /// Whether the server did not get as far as a decision, so that the same request may yet succeed. A server's two codes for a body that
    /// it could not read come with status 500 and are decisions. 429 says that too much was asked for, whatever it was.
    var isTransient: Bool { status == 429 || status >= 500 && code != "9999" && !code.hasSuffix("12004") }
}
