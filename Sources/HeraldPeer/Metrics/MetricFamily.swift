/// The samples of one name in Prometheus' text format, version 0.0.4. The family of a histogram holds its buckets, its sum and its count.
package struct MetricFamily: Sendable {
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// A number with its labels.
    package struct Sample: Sendable {
        /// The text after the family's name, such as `_bucket`.
        var suffix = ""
        /// The names and values of the labels. The set of values must not grow with the requests of clients.
        var labels: [(name: String, value: String)] = []
        var value: Double

        package init(suffix: String = "", labels: [(name: String, value: String)] = [], _ value: Double) {
            self.suffix = suffix
            self.labels = labels
            self.value = value
        }
    }

    /// The name, of lower-case letters and underscores.
    package let name: String
    let kind: Kind
    /// A sentence for the reader of the output.
    let help: String
    package var samples: [Sample]

    package init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// Creates a family with one sample and no labels.
    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        self.init(name, kind, help, [Sample(Double(value))])
    }
}

/// Writes metrics in Prometheus' text format, version 0.0.4.
package enum PrometheusText {
    /// The content type of the format.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns the text of the families, in their order. A family without samples is left out.
    package static func text(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families where !family.samples.isEmpty {
            text += "# HELP \(family.name) \(escaped(family.help))\n# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples {
                text += family.name + sample.suffix
                if !sample.labels.isEmpty {
                    let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                    text += "{\(labels.joined(separator: ","))}"
                }
                text += " \(number(sample.value))\n"
            }
        }
        return text
    }

    /// Returns a number as text. Whole numbers have no fraction.
    static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
