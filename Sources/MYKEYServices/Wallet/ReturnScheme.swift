import HeraldHTTP
import MYKEYWire

/// Decides to which programs a wallet returns, by the scheme of the URL (MYKEY sheet 5.2). The opened URL contains a signature, so it may
/// have only a scheme that belongs to a dapp.
///
/// | scheme | allowed |
/// | --- | --- |
/// | one that the owner allows | always |
/// | `https`, and `http` to this machine | where the owner allows web pages |
/// | a reverse domain name, such as `org.harbour.app` | yes, because operating systems use other names for their own |
/// | one word of letters and digits, such as `demoscheme`, as existing dapps use | yes, unless it is registered for a protocol or a wallet |
/// | words joined by hyphens | only with the host of the SDK's own answers, unless its first or last word is a vendor's or its first word is registered |
/// | everything else | no |
enum ReturnScheme {
    /// Schemes that run or read something on this machine. They are refused even if the owner allows them.
    private static let never: Set = [
        "javascript", "vbscript", "livescript", "data", "file", "filesystem", "blob", "mykey", "simplewallet",
    ]

    /// Checks the scheme of a callback.
    /// - Returns: the reason why the wallet does not open the callback, or `nil` if it does.
    static func refusal(_ link: LinkParts, policy: WalletPolicy) -> String? {
        let scheme = link.scheme
        guard !never.contains(scheme) else { return "a callback of the scheme \(scheme) is never opened" }
        guard !link.hasUserInfo else { return "the callback holds a user name" }
        if policy.allowedSchemes.contains(where: { $0.lowercased() == scheme }) { return nil }
        if scheme == "http" || scheme == "https" {
            guard policy.allowsWebCallbacks else { return "the callback is a web page, not the dapp" }
            guard scheme == "https" || link.host.map(URLHost.isThisMachine) == true else {
                return "the callback is a web page that is not encrypted"
            }
            return nil
        }
        guard link.host != nil, isDappsOwn(scheme, isSDKAnswer: isSDKAnswer(link)) else {
            return "\(scheme) is not known as a dapp's own scheme; the wallet's owner can allow it"
        }
        return nil
    }

    private static func isSDKAnswer(_ link: LinkParts) -> Bool {
        (link.host == WalletAnswer.host || link.host == WalletAnswer.simpleWalletHost) && link.port == nil
    }

    private static func isDappsOwn(_ scheme: String, isSDKAnswer: Bool) -> Bool {
        guard (3...100).contains(scheme.utf8.count), !scheme.contains("+") else { return false }
        let labels = scheme.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1 { return isDomain(labels) }
        let words = scheme.split(separator: "-", omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty }), let first = words.first,
            !RegisteredSchemes.words.contains(String(first))
        else { return false }
        guard words.count > 1 else { return true }
        return isSDKAnswer && !RegisteredSchemes.vendors.contains(String(first))
            && words.last.map { RegisteredSchemes.vendors.contains(String($0)) } == false
    }

    /// True for a reverse domain name such as `org.harbour.app`, whose first label is a top-level domain.
    private static func isDomain(_ labels: [Substring]) -> Bool {
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let top = labels.first.map(String.init) else {
            return false
        }
        let isTop = (2...24).contains(top.utf8.count) && top.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return isTop && !RegisteredSchemes.words.contains(top) && !RegisteredSchemes.vendors.contains(top)
            // Names of operating systems' vendors are excluded, because these systems use reverse domain names for their own schemes too.
            && !(["com", "org"].contains(top) && labels.count > 1
                && RegisteredSchemes.systems.contains(String(labels[1])))
    }
}
