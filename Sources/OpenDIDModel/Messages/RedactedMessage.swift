/// A message whose descriptions and mirror show only its type, so that no log, dump or crash report contains its personal data or its token.
public protocol RedactedMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedMessage {
    public var description: String { "\(Self.self)(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

// These messages have personal data.
extension RetrievePii: RedactedMessage {}
extension _RetrievePii: RedactedMessage {}
extension UpdatePushToken: RedactedMessage {}
extension SaveUserInfo: RedactedMessage {}
extension RequestIssueOffer: RedactedMessage {}
extension SaveIssuerUser: RedactedMessage {}
extension _ConfirmVerify: RedactedMessage {}
extension IssueHolder: RedactedMessage {}
extension GenerateIssueProfile: RedactedMessage {}
extension OfferIssueByEmail: RedactedMessage {}
extension OfferRestoreByEmail: RedactedMessage {}
extension SendEmail: RedactedMessage {}
extension SendEmail.Mail: RedactedMessage {}

// A program with the server token of these messages may act in the transaction.
extension RetrieveKyc: RedactedMessage {}
extension RequestRegisterUser: RedactedMessage {}
extension ConfirmRegisterUser: RedactedMessage {}
extension RequestIssueProfile: RedactedMessage {}
extension RequestIssueVc: RedactedMessage {}
extension ConfirmIssueVc: RedactedMessage {}
extension RequestRevokeVc: RedactedMessage {}
extension ConfirmRevokeVc: RedactedMessage {}
extension RequestUpdateDidDoc: RedactedMessage {}
extension ConfirmUpdateDidDoc: RedactedMessage {}
extension RequestRestoreDidDoc: RedactedMessage {}
extension ConfirmRestoreDidDoc: RedactedMessage {}
