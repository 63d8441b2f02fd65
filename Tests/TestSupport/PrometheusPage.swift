/// A page in Prometheus' text format, version 0.0.4, read more strictly than Prometheus does.
///
/// Every family has HELP and TYPE, its samples are together, no series occurs twice, names and labels are well formed, counters end with
/// `_total` and are not negative, and the buckets of a histogram are cumulative, ascend, and agree with its count.
package struct PrometheusPage {
    package struct Fault: Error, CustomStringConvertible {
        package let line: String
        package let reason: String
        package var description: String { "\(reason): \(line)" }
    }

    package struct Sample: Hashable {
        package let name: String
        package let labels: [String: String]
        package let value: Double
    }

    package struct Family {
        package let name: String
        package var kind = ""
        package var samples: [Sample] = []
    }

    package private(set) var families: [Family] = []
    private var series: Set<[String]> = []

    /// All samples of the page.
    package var samples: [Sample] { families.flatMap(\.samples) }

    /// Reads a page.
    /// - Throws: ``Fault``.
    package init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Fault(line: text, reason: "no line feed at the end") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, !words[3].isEmpty else { throw Fault(line: line, reason: "no text") }
                try begin(words[2], line)
            } else if line.hasPrefix("# TYPE ") {
                try setKind(words, line)
            } else if line.hasPrefix("#") || line.isEmpty {
                throw Fault(line: line, reason: "neither HELP, TYPE nor a sample")
            } else {
                try add(line)
            }
        }
        try finish()
    }

    /// Returns the value of the only sample with these labels; `nil` if there is none or more than one.
    /// - Parameter labels: some or all labels of the sample.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let found = samples.filter { sample in
            sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }
        return found.count == 1 ? found[0].value : nil
    }

    private mutating func begin(_ name: String, _ line: String) throws {
        guard name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil else { throw Fault(line: line, reason: "name") }
        guard !families.contains(where: { $0.name == name }) else { throw Fault(line: line, reason: "a second HELP") }
        try finish()
        families.append(Family(name: name))
    }

    private mutating func setKind(_ words: [String], _ line: String) throws {
        guard words.count == 4, let family = families.last, family.name == words[2], family.kind.isEmpty,
            family.samples.isEmpty
        else { throw Fault(line: line, reason: "a TYPE follows its HELP") }
        guard ["counter", "gauge", "histogram"].contains(words[3]) else { throw Fault(line: line, reason: "type") }
        guard words[3] != "counter" || words[2].hasSuffix("_total") else {
            throw Fault(line: line, reason: "a counter's name ends with _total")
        }
        families[families.count - 1].kind = words[3]
    }

    private mutating func add(_ line: String) throws {
        guard let match = line.wholeMatch(of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.+)\})? (\S+)/) else {
            throw Fault(line: line, reason: "no sample")
        }
        let name = String(match.1), labels = try Self.labels(match.2.map(String.init) ?? "", line)
        guard let value = Double(String(match.3)), value.isFinite else { throw Fault(line: line, reason: "value") }
        guard let family = families.last, !family.kind.isEmpty else { throw Fault(line: line, reason: "no TYPE") }
        let suffixes = family.kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { family.name + $0 == name }) else {
            throw Fault(line: line, reason: "the sample is not of the family before it")
        }
        guard family.kind == "gauge" || value >= 0 else { throw Fault(line: line, reason: "negative") }
        guard series.insert([name] + labels.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }).inserted else {
            throw Fault(line: line, reason: "the series occurs twice")
        }
        families[families.count - 1].samples.append(Sample(name: name, labels: labels, value: value))
    }

    /// Reads `name="value",…` with the escapes `\\`, `\"` and `\n`.
    private static func labels(_ text: String, _ line: String) throws -> [String: String] {
        var labels: [String: String] = [:], rest = text[...]
        while !rest.isEmpty {
            guard
                let match = rest.prefixMatch(
                    of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,(?=[a-zA-Z_])|$)/)
            else { throw Fault(line: line, reason: "labels") }
            let name = String(match.1)
            guard !name.hasPrefix("__"), labels.updateValue(String(match.2), forKey: name) == nil else {
                throw Fault(line: line, reason: "the label \(name)")
            }
            rest = rest[match.range.upperBound...]
        }
        return labels
    }

    /// Checks the last family.
    private func finish() throws {
        guard let family = families.last else { return }
        guard !family.kind.isEmpty, !family.samples.isEmpty else {
            throw Fault(line: family.name, reason: "no TYPE or no samples")
        }
        guard family.kind == "histogram" else { return }
        let groups = Dictionary(grouping: family.samples) { $0.labels.filter { $0.key != "le" } }
        for samples in groups.values { try Self.checkHistogram(samples, of: family.name) }
    }

    private static func checkHistogram(_ samples: [Sample], of name: String) throws {
        let buckets = samples.filter { $0.name == name + "_bucket" }
        let limits = buckets.compactMap { $0.labels["le"].flatMap { $0 == "+Inf" ? .infinity : Double($0) } }
        let counts = buckets.map(\.value)
        let isAscending = zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 }
        guard limits.count == buckets.count, isAscending, limits.last == .infinity else {
            throw Fault(line: name, reason: "the buckets do not ascend to +Inf")
        }
        guard zip(counts, counts.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw Fault(line: name, reason: "the buckets are not cumulative")
        }
        let totals = samples.filter { $0.name == name + "_count" }, sums = samples.filter { $0.name == name + "_sum" }
        guard totals.map(\.value) == counts.suffix(1), sums.count == 1, samples.count == buckets.count + 2 else {
            throw Fault(line: name, reason: "count or sum")
        }
    }
}
