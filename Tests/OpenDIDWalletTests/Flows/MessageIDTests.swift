import OpenDID_DataModel
import Testing

@Suite("Message IDs")
struct MessageIDTests {
    @Test("an ID is the time in UTC to the microsecond and eight upper-case hexadecimal digits")
    func message() {
        let now = UTCInstant(seconds: 1_724_837_400, nanoseconds: 123_456_789)
        #expect(MessageID.make(at: now, randomBytes: [0xAB, 0xCD, 0xEF, 0x01]) == "20240828093000123456ABCDEF01")
        #expect(MessageID.make(at: now, randomBytes: []).count == 28)
    }

    @Test("a UUID is of version 4, in lower case")
    func uuid() {
        #expect(
            MessageID.uuid(randomBytes: [UInt8](repeating: 0xFF, count: 16)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(MessageID.uuid(randomBytes: []) == "00000000-0000-4000-8000-000000000000")
    }
}
