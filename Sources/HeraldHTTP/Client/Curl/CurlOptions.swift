#if os(Linux)
import CCurl
import Foundation

/// Sets libcurl's options for one call.
struct CurlOptions {
    private let call: HTTPCall
    private let usesProxies: Bool

    init(_ call: HTTPCall, usesProxies: Bool) {
        self.call = call
        self.usesProxies = usesProxies
    }

    func apply(to handle: UnsafeMutableRawPointer, _ resources: CurlResources) -> [CURLcode] {
        var codes = [
            herald_curl_set_text(handle, CURLOPT_URL, call.url.absoluteString),
            herald_curl_only_http(handle),
            herald_curl_leave_lookups(handle),
            herald_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            herald_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1),
            herald_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
            herald_curl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            herald_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            herald_curl_set_long(
                handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, (call.connectTimeout ?? call.timeout).wholeMilliseconds)),
            // Without this option, libcurl uses signals for timeouts. Signals would interrupt the whole process.
            herald_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            herald_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1),
            herald_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            herald_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate"),
            resources.add(lines: lines).map { herald_curl_set_list(handle, CURLOPT_HTTPHEADER, $0) }
                ?? CURLE_OUT_OF_MEMORY,
        ]
        // An empty string makes libcurl ignore http_proxy and similar environment variables. Setting no string does not.
        if !usesProxies || call.isToThisMachine { codes.append(herald_curl_set_text(handle, CURLOPT_PROXY, "")) }
        codes += method(handle)
        codes += connection(handle, resources)
        if let file = call.trustedCertificates {
            codes.append(herald_curl_set_text(handle, CURLOPT_CAINFO, file))
            codes.append(herald_curl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        return codes
    }

    private func method(_ handle: UnsafeMutableRawPointer) -> [CURLcode] {
        // The transfer itself sets the functions that read a stream.
        if call.bodyStream != nil { return [herald_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, call.method)] }
        guard call.body != nil || call.method == "POST" || call.method == "PUT" else {
            let isGet = call.method == "GET"
            return [
                herald_curl_set_long(handle, CURLOPT_HTTPGET, 1),
                isGet ? CURLE_OK : herald_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, call.method),
            ]
        }
        // With a null pointer for the body, libcurl would ask for the bytes through a callback.
        let post =
            (call.body ?? []).isEmpty
            ? [UInt8](repeating: 0, count: 1).withUnsafeBytes { herald_curl_set_post(handle, $0.baseAddress, 0) }
            : (call.body ?? []).withUnsafeBytes { herald_curl_set_post(handle, $0.baseAddress, $0.count) }
        return [post, herald_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, call.method)]
    }

    private func connection(_ handle: UnsafeMutableRawPointer, _ resources: CurlResources) -> [CURLcode] {
        var codes: [CURLcode] = []
        // libcurl sends a request again when a connection from an earlier call fails. A request that must not be repeated therefore gets a
        // new connection, or the transfer stops libcurl (`HTTPCall.isSentOnce`).
        if !call.mayBeRepeated || call.destination != nil {
            codes.append(herald_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1))
            codes.append(herald_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1))
        }
        guard let destination = call.destination else { return codes }
        // Each call has a name cache of its own, because the addresses that are fixed for one call must not be used for another.
        codes.append(resources.ownNames().map { herald_curl_set_names(handle, $0) } ?? CURLE_OUT_OF_MEMORY)
        if let entry = destination.entry {
            codes.append(
                resources.add(lines: [entry]).map { herald_curl_set_list(handle, CURLOPT_RESOLVE, $0) }
                    ?? CURLE_OUT_OF_MEMORY)
        }
        return codes
    }

    private var lines: [String] {
        // An empty `Expect` prevents libcurl from waiting for permission to send the body. The other lines prevent default headers.
        var lines = ["Expect:"]
        let names = Set(call.headers.keys.map { $0.lowercased() })
        if !names.contains("accept") { lines.append("Accept: */*") }
        if call.hasBody, !names.contains("content-type") { lines.append("Content-Type:") }
        if !call.mayBeRepeated { lines.append("Connection: close") }
        // A header with an empty value is written with a semicolon. With a colon, libcurl would remove the header.
        lines += call.headers.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
        return lines
    }
}

/// The memory that libcurl uses for one transfer. It is freed after the transfer.
final class CurlResources {
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var names: UnsafeMutableRawPointer?

    func add(lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var head: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let next = curl_slist_append(head, line) else {
                curl_slist_free_all(head)
                return nil
            }
            head = next
        }
        if let head { lists.append(head) }
        return head
    }

    func ownNames() -> UnsafeMutableRawPointer? {
        names = herald_curl_own_names()
        return names
    }

    func release() {
        for list in lists { curl_slist_free_all(list) }
        lists = []
        if let names { curl_share_cleanup(names) }
        names = nil
    }
}
#endif
