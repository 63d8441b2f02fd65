/// The values of `chain`. MYKEY sheet 4.1 and 5.4.
public enum MYKEYChain: String, Sendable, Hashable, CaseIterable {
    /// The wallet chooses the chain.
    case any = "ANY"
    case eos = "EOS"
    case eth = "ETH"
}
