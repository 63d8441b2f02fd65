extension RawRepresentable<String> {
    /// Creates the value whose raw value has exactly these bytes. `init(rawValue:)` compares by Unicode equivalence, where the Kelvin sign equals K.
    /// If a wallet and a server disagreed about a word, an attacker could exploit that.
    package init?(exactly text: String) {
        self.init(rawValue: text)
        guard rawValue.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
