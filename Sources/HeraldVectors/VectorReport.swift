import HeraldJSON

/// Counts the outcomes, and reports each one at once.
struct VectorReport {
    let form: VectorRun.Form
    private(set) var passed = 0
    private(set) var failed = 0
    private var skipped: [String: Int] = [:]

    init(form: VectorRun.Form) { self.form = form }

    mutating func add(_ vector: Vector, _ outcome: VectorOutcome, file: String, _ output: (String) -> Void) {
        var line: JSONValue = ["file": .string(file), "id": .string(vector.id), "kind": .string(vector.kind ?? "")]
        switch outcome {
        case .passed:
            passed += 1
            line["outcome"] = "passed"
        case .failed(let why):
            failed += 1
            line["outcome"] = "failed"
            line["reason"] = .string(why)
            if form == .lines { output("FAILED \(vector.id): \(why)") }
        case .skipped(let kind):
            skipped[kind, default: 0] += 1
            line["outcome"] = "skipped"
            line["reason"] = "kind not supported"
        }
        if form == .json { output(String(decoding: line.serialized(), as: UTF8.self)) }
    }

    func finish(_ output: (String) -> Void) {
        let skips = skipped.values.reduce(0, +)
        switch form {
        case .lines:
            if skips > 0 {
                let kinds = skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                output("skipped, kind not supported: " + kinds.joined(separator: ", "))
            }
            output("\(passed) passed, \(failed) failed, \(skips) skipped")
        case .json:
            let summary: JSONValue = [
                "passed": .int(Int64(passed)), "failed": .int(Int64(failed)), "skipped": .int(Int64(skips)),
            ]
            output(String(decoding: summary.serialized(), as: UTF8.self))
        }
    }
}
