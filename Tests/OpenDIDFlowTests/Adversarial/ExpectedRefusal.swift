/// With which code a message is refused that has one thing wrong about it (OpenDID sheet 5.3): the one that what is wrong explains, and no
/// other. The rules are read from the top, and the first that fits counts; a case that none fits is a failure.
struct ExpectedRefusal: Sendable {
    /// Without `SSRV` or `SCRV`, and with the status in front where it is not 400.
    let code: String
    /// The fault.
    let kinds: Set<Strike.Kind>
    /// The place or kind of the fault, with `*` for any text.
    let places: [String]
    /// Names of messages; any when empty.
    let messages: Set<String>
    /// In which protocols; all when empty.
    let flows: Set<String>
    let reason: String

    /// Inside of what is encoded or encrypted comes before the members around it, and what stands alone before its family.
    static let rules =
        insideDocuments + insideChannels + order + channels + signatures + substitutions + proofs + members

    init(
        _ code: String, of kinds: Set<Strike.Kind>, at places: [String] = ["*"], in messages: Set<String> = [],
        flows: Set<String> = [],
        because reason: String
    ) {
        self.code = code
        self.kinds = kinds
        self.places = places
        self.messages = messages
        self.flows = flows
        self.reason = reason
    }

    /// Tells the rules apart.
    var name: String { "\(code) \(messages.sorted()) \(kinds.map(\.rawValue).sorted()) \(places) \(flows.sorted())" }

    /// A code as the rules have it.
    static func text(_ code: String, status: Int) -> String {
        let short = code.hasPrefix("SSRV") || code.hasPrefix("SCRV") ? String(code.dropFirst(4)) : code
        return status == 400 ? short : "\(status) \(short)"
    }

    static func rule(for strike: Strike, in flow: String) -> ExpectedRefusal? {
        rules.first { rule in
            (rule.messages.isEmpty || rule.messages.contains(strike.name)) && rule.kinds.contains(strike.kind)
                && (rule.flows.isEmpty || rule.flows.contains(flow))
                && rule.places.contains { matches(Array(strike.detail.utf8)[...], Array($0.utf8)[...]) }
        }
    }

    private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let (rest, others) = (text.dropFirst(), pattern.dropFirst())
        guard first == UInt8(ascii: "*") else { return text.first == first && matches(rest, others) }
        return matches(text, others) || !text.isEmpty && matches(rest, pattern)
    }
}
