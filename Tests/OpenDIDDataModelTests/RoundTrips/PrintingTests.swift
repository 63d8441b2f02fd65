import OpenDID_DataModel
import Testing

@Suite("Messages with personal data or a token")
struct PrintingTests {
    private let secret = "what nobody else is to read"

    @Test("print and dump of these messages show no personal data")
    func unprinted() {
        let claim = VerifiableCredential.Claim(code: "c", caption: "c", value: secret, type: .text, format: .plain)
        let messages: [Any] = [
            RetrieveKyc(id: "1", txId: "1", serverToken: "1", kycTxId: secret, kycToken: secret),
            _RetrievePii(pii: secret),
            SaveUserInfo(userId: "1", pii: secret), RequestIssueOffer(vcPlanId: "1", pii: secret),
            SaveIssuerUser(pii: secret, claims: ["c": secret], i18n: ["en": ["c": secret]]),
            _ConfirmVerify(result: true, claims: [claim]), IssueHolder(did: "1", pii: secret),
            GenerateIssueProfile(id: "1", txId: "1", holder: IssueHolder(did: "1", pii: secret)),
            OfferIssueByEmail(vcPlanId: "1", issuer: "1", email: secret),
            OfferRestoreByEmail(id: "1", did: "1", email: secret),
            SendEmail(email: SendEmail.Mail(recipientAddress: secret, contentData: ["offerData": secret])),
            SendEmail.Mail(recipientAddress: secret, contentData: ["offerData": secret]),
        ]
        requireUnprinted(messages)
    }

    @Test("print and dump of these messages show no server token")
    func tokens() {
        func with<Message>(_ message: Message, _ token: WritableKeyPath<Message, String>) -> Message {
            var message = message
            message[keyPath: token] = secret
            return message
        }
        requireUnprinted([
            with(Sample.retrieveKyc, \.serverToken), with(Sample.requestRegisterUser, \.serverToken),
            with(Sample.confirmRegisterUser, \.serverToken), with(Sample.requestIssueProfile, \.serverToken),
            with(Sample.requestIssueVc, \.serverToken), with(Sample.confirmIssueVc, \.serverToken),
            with(Sample.requestRevokeVc, \.serverToken), with(Sample.confirmRevokeVc, \.serverToken),
            with(Sample.requestUpdateDidDoc, \.serverToken), with(Sample.confirmUpdateDidDoc, \.serverToken),
            with(Sample.requestRestoreDidDoc, \.serverToken), with(Sample.confirmRestoreDidDoc, \.serverToken),
        ])
    }

    private func requireUnprinted(_ messages: [Any]) {
        for message in messages {
            var dumped = ""
            dump(message, to: &dumped)
            for text in ["\(message)", String(reflecting: message), "\([message])", dumped] {
                #expect(!text.contains(secret), "\(type(of: message))")
            }
        }
    }
}
