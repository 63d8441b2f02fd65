/// Tests of Matrix's suites Complement and SyTest that fail on the node for one reason, for docs/matrix-coverage.md.
struct FailingTests: Sendable {
    /// A suite, or a part of one.
    enum Suite: String, CaseIterable {
        case client = "Complement `csapi`"
        case federation = "Complement, federation"
        case proposals = "Complement `msc*`"
        case sytest = "SyTest"
    }

    let suite: Suite
    let count: Int
    /// The subject of the tests, or the reason for their failure; `nil` if the row has it.
    private let kind: String?

    init(_ suite: Suite, _ count: Int, _ kind: String? = nil) {
        (self.suite, self.count, self.kind) = (suite, count, kind)
    }

    var text: String { "\(suite.rawValue): \(count)" + (kind.map { " \($0)" } ?? "") }
}
