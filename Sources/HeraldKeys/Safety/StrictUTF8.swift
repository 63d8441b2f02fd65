/// The check of UTF-8 from outside. The standard library's `String(validating:as:)` needs iOS 18 and macOS 15.
package enum StrictUTF8 {
    /// Returns the text of the bytes, or `nil` if they are not UTF-8.
    package static func text(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces what is not UTF-8 with U+FFFD. Only then does the text have other bytes.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}
