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

    /// What upstream's servers answer with status 500 and is a decision all the same: a body that lacks a member or cannot be read, and a
    /// server that is not registered (`GlobalControllerAdvice` and `ErrorCode` of each).
    private static let decisions: Set = [
        "9999", "SSRVTRA12004", "SSRVTRA14000", "SSRVISS00702", "SSRVVRF00100", "SCRVCFA00100", "SSRVWLT00502",
    ]

    /// Whether the server did not get as far as a decision, so that the same request may yet succeed. 429 says that too much was asked for,
    /// whatever it was.
    var isTransient: Bool { status == 429 || status >= 500 && !Self.decisions.contains(code) }
}
