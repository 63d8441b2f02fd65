import MYKEYWire
import Testing

@Suite("Replies to callbacks (MYKEY sheet 4.3)")
struct CallbackReplyTests {
    @Test("a reply is written and read back")
    func roundTrip() {
        for reply in [
            CallbackReply(code: 0, message: "ok"), CallbackReply(code: 1015, message: "si\"gnature"),
            CallbackReply(code: 2, message: ""),
        ] {
            #expect(CallbackReply(body: reply.json()) == reply)
        }
        #expect(Samples.text(CallbackReply(code: 0, message: "ok").json()) == #"{"code":0,"message":"ok"}"#)
        #expect(CallbackReply(code: -3, message: "").code == CallbackReply.outOfForm)
    }

    @Test(
        "code and text may have other forms",
        arguments: [
            (#"{"code":"0"}"#, 0, ""), (#"{"code":0,"error":"e"}"#, 0, "e"),
            (#"{"code":7,"message":"m","error":"e"}"#, 7, "m"), (#"{"code":"12","message":""}"#, 12, ""),
            (#"{"code":3,"message":5,"error":"e"}"#, 3, "e"), (#" {"code":0,"more":[{}]} "#, 0, ""),
        ])
    func lenient(body: String, code: Int, message: String) {
        let reply = CallbackReply(body: Array(body.utf8), status: 201)
        #expect(reply.code == code && reply.message == message && reply.defect == nil && reply.isSuccess == (code == 0))
    }

    @Test(
        "a malformed reply is a failure with a reason",
        arguments: [
            "", "ok", "<html>", "[]", "{}", #"{"code":null}"#, #"{"code":-1}"#, #"{"code":"-1"}"#, #"{"code":0.0}"#,
            #"{"code":1e0}"#, #"{"code":true}"#, #"{"code":"00"}"#,
            #"{"code":" 0"}"#, #"{"code":"x","message":"m"}"#, #"{"code":99999999999999999999}"#,
            #"{"code":1,"code":0}"#, #"{"code":[0]}"#, "\u{FEFF}{\"code\":0}",
        ])
    func broken(body: String) {
        let reply = CallbackReply(body: Array(body.utf8))
        #expect(!reply.isSuccess && reply.code == CallbackReply.outOfForm && reply.defect != nil)
    }

    @Test(
        "an HTTP status outside 200 to 299 is a failure, whatever the body says",
        arguments: [0, 100, 199, 300, 302, 404, 500, 503, -1])
    func status(status: Int) {
        let lying = CallbackReply(body: Array(#"{"code":0,"message":"ok"}"#.utf8), status: status)
        #expect(
            !lying.isSuccess && lying.code == CallbackReply.outOfForm && lying.message == "ok"
                && lying.defect == "HTTP status \(status)")
        let honest = CallbackReply(body: Array(#"{"code":1008,"message":"stale"}"#.utf8), status: status)
        #expect(honest.code == 1008 && honest.message == "stale" && !honest.isSuccess)
        #expect(!CallbackReply(body: [], status: status).isSuccess)
    }

    @Test("64 KiB are read, one byte more is a failure, and a long text is cut")
    func limits() {
        let body = Array(#"{"code":0}"#.utf8)
        let full = body + Array(repeating: 0x20, count: MYKEYLimits.replyBytes - body.count)
        #expect(CallbackReply(body: full).isSuccess && !CallbackReply(body: full + [0x20]).isSuccess)
        let long = CallbackReply(body: CallbackReply(code: 1, message: String(repeating: "é", count: 5000)).json())
        #expect(long.message.unicodeScalars.count == MYKEYLimits.replyMessage)
    }
}
