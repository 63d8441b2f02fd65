import HeraldKeys

extension DangerousMessage {
    /// True if the text has the form `name:action:hex:number`.
    static func isChainAuthorization(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count == 4 && isName(parts[0]) && isName(parts[1])
            && parts[2].count % 2 == 0 && parts[2].allSatisfy(ASCII.isHexDigit)
            && !parts[3].isEmpty && parts[3].allSatisfy(ASCII.isDigit)
    }

    /// True if a text may be the text of a login. A login text begins with the digits of a time, contains a character of an account name,
    /// and ends with a wallet's name, with or without a `mykeyUID` after it. The result is true for more texts than servers accept. A false
    /// alarm only costs a second confirmation, but a missed login text can cost the account.
    static func isLoginText(_ bytes: [UInt8], refs: Set<String>) -> Bool {
        guard bytes.prefix(while: ASCII.isDigit).count >= 8 else { return false }
        var endings = [bytes[...]]
        let uid = bytes.suffix(32)
        if uid.count == 32, uid.allSatisfy(ASCII.isHexDigit) { endings.append(bytes.dropLast(32)) }
        return endings.contains { text in
            refs.contains { ref in
                let ref = Array(ref.utf8)
                guard text.count > ref.count + 8, text.suffix(ref.count).elementsEqual(ref) else { return false }
                return text.dropFirst(8).dropLast(ref.count).contains(where: isNameCharacter)
            }
        }
    }

    /// True if the bytes are UTF-8 of at most 4 KiB with only visible characters: letters, marks, numbers, punctuation, symbols, blanks,
    /// line feeds and tabs.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= MYKEYLimits.readableBytes, let text = StrictUTF8.text(bytes) else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            if scalar == "\n" || scalar == "\t" { return true }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                return false
            default: return !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
            }
        }
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        (1...13).contains(bytes.count) && bytes.allSatisfy(isNameCharacter)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x31...0x35).contains(byte) || byte == UInt8(ascii: ".")
    }
}
