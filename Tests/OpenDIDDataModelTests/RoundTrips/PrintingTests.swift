import OpenDID_DataModel
import Testing

@Suite("Messages with personal data")
struct PrintingTests {
    @Test("print and dump of these messages show no personal data")
    func unprinted() {
        let secret = "what nobody else is to read"
        let claim = VerifiableCredential.Claim(code: "c", caption: "c", value: secret, type: .text, format: .plain)
        let messages: [Any] = [
            RetrieveKyc(id: "1", txId: "1", serverToken: "1", kycTxId: secret, kycToken: secret),
            _RetrievePii(pii: secret),
            SaveUserInfo(userId: "1", pii: secret), RequestIssueOffer(vcPlanId: "1", pii: secret),
            SaveIssuerUser(pii: secret, claims: ["c": secret], i18n: ["en": ["c": secret]]),
            _ConfirmVerify(result: true, claims: [claim]),
        ]
        for message in messages {
            var dumped = ""
            dump(message, to: &dumped)
            for text in ["\(message)", String(reflecting: message), "\([message])", dumped] {
                #expect(!text.contains(secret), "\(type(of: message))")
            }
        }
    }
}
