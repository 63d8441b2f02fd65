import HeraldKeys

/// A wallet in one of the forms that clients send: `0x…`, `eip155:<chain>:0x…` or `did:pkh:eip155:<chain>:0x…` (SDN sheet 1.1 and 1.3).
public struct WalletReference: Sendable, Hashable {
    /// The wallet's 20-byte address.
    public let address: EthereumAddress
    /// The EIP-155 chain ID. `nil` for an address without a chain.
    public let chainID: UInt64?

    /// Parses `0x…`, `eip155:…` or `did:pkh:…`. The EIP-55 checksum is not checked, because SDKs pass user input on unchecked (SDN sheet
    /// 1.6).
    /// - Throws: ``WireError`` with code `invalid`, naming `field`.
    public init(_ text: String, field: String = "address") throws(WireError) {
        var rest = text[...]
        var chain: UInt64?
        if rest.hasPrefix("did:pkh:") { rest = rest.dropFirst(8) }
        if rest.hasPrefix("eip155:") {
            rest = rest.dropFirst(7)
            guard let colon = rest.firstIndex(of: ":"), let id = UInt64(rest[..<colon]) else {
                throw WireError(
                    .invalid, field: field, reason: "expected eip155:<chain number>:0x<40 hexadecimal digits>")
            }
            chain = id
            rest = rest[rest.index(after: colon)...]
        } else if rest.startIndex != text.startIndex {
            throw WireError(.invalid, field: field, reason: "only did:pkh:eip155 is supported")
        }
        do {
            self.address = try EthereumAddress(String(rest), checksum: .ignored)
        } catch {
            throw WireError(.invalid, field: field, reason: "expected 0x and 40 hexadecimal digits")
        }
        self.chainID = chain
    }

    /// Returns `did:pkh:eip155:<chain>:0x…` with the address in EIP-55 form. The chain defaults to 1.
    public static func pkh(_ address: EthereumAddress, chainID: UInt64 = 1) -> String {
        "did:pkh:eip155:\(chainID):\(address.checksummed)"
    }
}
