import HeraldJSON

extension JSONError {
    /// The same error as of a member that is absent, where a `null` stands in the place of the value: upstream's `@NotNull` makes no
    /// difference between the two.
    /// - Parameter text: what was read.
    func takingNullForAbsence(in text: [UInt8]) -> JSONError {
        guard code == .wrongKind || code == .invalidValue, !path.isEmpty else { return self }
        guard let offset, text.dropFirst(offset).starts(with: "null".utf8) else { return self }
        return JSONError(.missingMember, path: path, offset: offset, reason: reason)
    }
}
