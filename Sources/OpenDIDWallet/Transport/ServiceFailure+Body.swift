import HeraldJSON

extension ServiceFailure {
    /// Reads a server's error body (OpenDID sheet 5.3). The code is empty if the body has another form. Its text is not copied then.
    init(status: Int, body: [UInt8]) {
        let root = try? JSONDocument(body, limits: JSONLimits(maxBytes: 64 << 10, maxDepth: 8)).root
        self.init(
            status: status, code: String((root?["code"]?.string ?? "").prefix(32)),
            text: String((root?["description"]?.string ?? "").prefix(512)))
        isUnhandled = code.isEmpty && root?["status"]?.int == Int64(status) && root?["path"]?.string != nil
    }

    /// The codes with which upstream's servers answer 500 although they have decided: the body lacks a member or cannot be read, or a
    /// server is not registered (`GlobalControllerAdvice` and `ErrorCode` of each server).
    private static let decisions: Set = [
        "9999", "SSRVTRA12004", "SSRVTRA14000", "SSRVISS00702", "SSRVVRF00100", "SCRVCFA00100", "SSRVWLT00502",
    ]

    /// True if the server did not decide, so that the same request may succeed later. The status 429 only reports too many requests.
    var isTransient: Bool { status == 429 || status >= 500 && !Self.decisions.contains(code) }
}
