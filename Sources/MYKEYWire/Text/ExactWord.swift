extension RawRepresentable<String> {
    /// The case whose word has exactly these bytes. `init(rawValue:)` compares as Unicode does, to which the Kelvin sign is a K; a wallet
    /// and a server that differ in what they take for the same word can be played off against each other.
    package init?(exactly text: String) {
        self.init(rawValue: text)
        guard rawValue.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
