import MYKEYWalletLib

/// The `self` of the sample: a controller on the main actor with a view that shows short messages. It is the only stand-in in the sample.
@MainActor
final class ToastController {
    struct View {
        let toasts: Outcome<String>
        func makeToast(_ text: String) { toasts.set(text) }
    }

    let view = View(toasts: Outcome())

    /// The use case of the specification's page on `authorize` (MYKEY sheet 1.1).
    func authorize() {
        let authorizeRequest = AuthorizeRequest()
        authorizeRequest.userName = "uchihamadara"
        authorizeRequest.info = "Test information"
        // param：{"protocol": "", "version": "", "dapp_key": "", "uuID": "", "public_key": "", "sign": "", "ref": "", "timestamp": "", "account": ""}
        // return: same as SimpleWallet {"code": [0-2], "message": ""}
        authorizeRequest.callbackUrl = "https://dappserver.xxx.url"

        MYKEYWallet.shared.authorize(authorizeRequest: authorizeRequest, response: MYKEYResponse.init(success: { (response) in
            self.view.makeToast("success")
        }, failure: { (errorValue) in
            self.view.makeToast("failure")
        }, cancelled: {
            self.view.makeToast("cancelled")
        }))
    }
}
