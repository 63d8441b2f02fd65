import Testing

@testable import HeraldKeys

@Suite("UTF-8 from outside") struct StrictUTF8Tests {
    @Test(
        "a text comes back with its bytes, U+FFFD and U+0000 included",
        arguments: ["", "a", "é€😀", "\u{FFFD}", "\0a"])
    func valid(text: String) {
        let read = StrictUTF8.text(Array(text.utf8))
        #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "bytes that are not UTF-8 are no text",
        arguments: [
            [0x80], [0xC0, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x61, 0xFF, 0x61], [0xEF, 0xBF, 0xBD, 0xFF],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) { #expect(StrictUTF8.text(bytes) == nil) }
}
