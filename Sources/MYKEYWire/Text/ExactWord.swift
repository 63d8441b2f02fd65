extension RawRepresentable<String> {
    /// Creates the value whose raw value has exactly these bytes. It is needed because `init(rawValue:)` compares by Unicode equivalence,
    /// by which the Kelvin sign is equal to K. If a wallet and a server read a value differently, an attacker could exploit that.
    package init?(exactly text: String) {
        self.init(rawValue: text)
        guard rawValue.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
