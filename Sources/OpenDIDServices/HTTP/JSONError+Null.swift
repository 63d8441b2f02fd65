import HeraldJSON

extension JSONError {
    /// Returns the error for an absent member if the member's value is `null`. Upstream's `@NotNull` does not distinguish the two.
    /// - Parameter text: the JSON that was read.
    func takingNullForAbsence(in text: [UInt8]) -> JSONError {
        guard code == .wrongKind || code == .invalidValue, !path.isEmpty else { return self }
        guard let offset, text.dropFirst(offset).starts(with: "null".utf8) else { return self }
        return JSONError(.missingMember, path: path, offset: offset, reason: reason)
    }
}
