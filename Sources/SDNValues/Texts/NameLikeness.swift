import Foundation

/// The looks of a name, by which two names of different characters are taken for the same one.
package enum NameLikeness {
    /// Returns a text that names of the same looks have in common: without invisible characters, spaces, case and the compatibility forms of
    /// characters, and with Latin letters for the Cyrillic and Greek ones that look like them.
    package static func key(_ name: String) -> String {
        // Most names are of these characters, and are read by the thousand.
        if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return name.lowercased() }
        var key = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        where !isInvisible(scalar) { key.append(lookalikes[scalar] ?? scalar) }
        return String(key)
    }

    /// True for a name that misleads whatever the other members are called: it reads like a user ID, it turns the direction of text, or nothing of it
    /// is visible.
    package static func misleads(_ name: String) -> Bool {
        let key = key(name)
        return key.isEmpty || (key.hasPrefix("@") && key.contains(":"))
            || name.unicodeScalars.contains(where: turnsText)
    }

    /// Returns a name without the characters that turn the direction of the text behind it.
    package static func withoutTurns(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !turnsText(scalar) { kept.append(scalar) }
        return String(kept)
    }

    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // The empty pattern of Braille looks like a space, and is none.
        return properties.isDefaultIgnorableCodePoint || properties.isWhitespace || scalar.value == 0x2800
            || properties.generalCategory == .control || properties.generalCategory == .format
    }

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let others = "авекмнорстухіјѕһӏԁԛԝαβεηικνορτυχ".unicodeScalars
        let latin = "abekmhopctyxijshldqwabehikvoptux".unicodeScalars
        return Dictionary(zip(others, latin)) { first, _ in first }
    }()
}
