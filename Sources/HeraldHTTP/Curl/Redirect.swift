#if canImport(CCurl)
import Foundation

extension HTTPCall {
    /// Returns the call that a redirect asks for, or `nil` when the redirect is not followed.
    func redirected(status: Int, to location: String?) -> HTTPCall? {
        guard followsRedirects, let location, let target = URL(string: location),
            Self.origin(target) == Self.origin(url)
        else { return nil }
        var next = self
        next.url = target
        switch status {
        case 307, 308: break
        // Like browsers and Foundation: after a POST, the target is fetched with GET.
        case 301 where method == "POST", 302 where method == "POST", 303:
            next.method = "GET"
            next.body = nil
            next.headers = headers.filter {
                !["content-type", "content-encoding", "content-language"].contains($0.key.lowercased())
            }
        case 301, 302: break
        default: return nil
        }
        return next
    }

    private static func origin(_ url: URL) -> [String]? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else { return nil }
        return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
}
#endif
