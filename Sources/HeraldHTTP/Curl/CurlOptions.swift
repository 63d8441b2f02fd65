#if canImport(CCurl)
    import CCurl
    import Foundation

    /// What libcurl is told about one call.
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
                herald_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, (call.connectTimeout ?? call.timeout).wholeMilliseconds)),
                // Time limits by signal would interrupt the whole process.
                herald_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
                herald_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1),
                herald_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
                herald_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate"),
                resources.add(lines: lines).map { herald_curl_set_list(handle, CURLOPT_HTTPHEADER, $0) } ?? CURLE_OUT_OF_MEMORY,
            ]
            // An empty text, unlike none, makes libcurl ignore http_proxy and its relatives in the environment.
            if !usesProxies { codes.append(herald_curl_set_text(handle, CURLOPT_PROXY, "")) }
            codes += method(handle)
            codes += connection(handle, resources)
            if let file = call.trustedCertificates {
                codes.append(herald_curl_set_text(handle, CURLOPT_CAINFO, file))
                codes.append(herald_curl_set_text(handle, CURLOPT_CAPATH, nil))
            }
            return codes
        }

        private func method(_ handle: UnsafeMutableRawPointer) -> [CURLcode] {
            guard call.body != nil || call.method == "POST" || call.method == "PUT" else {
                let isGet = call.method == "GET"
                return [
                    herald_curl_set_long(handle, CURLOPT_HTTPGET, 1),
                    isGet ? CURLE_OK : herald_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, call.method),
                ]
            }
            // The address of nothing would make libcurl ask for the bytes.
            let post = (call.body ?? []).isEmpty
                ? [UInt8](repeating: 0, count: 1).withUnsafeBytes { herald_curl_set_post(handle, $0.baseAddress, 0) }
                : (call.body ?? []).withUnsafeBytes { herald_curl_set_post(handle, $0.baseAddress, $0.count) }
            return [post, herald_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, call.method)]
        }

        private func connection(_ handle: UnsafeMutableRawPointer, _ resources: CurlResources) -> [CURLcode] {
            var codes: [CURLcode] = []
            // libcurl sends a request again when a kept connection dies under it, so what must not be repeated gets one of its own.
            if !call.mayBeRepeated || call.destination != nil {
                codes.append(herald_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1))
                codes.append(herald_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1))
            }
            guard let destination = call.destination else { return codes }
            // Names that are pinned for one call must not be seen by another.
            codes.append(resources.ownNames().map { herald_curl_set_names(handle, $0) } ?? CURLE_OUT_OF_MEMORY)
            if let entry = destination.entry {
                codes.append(resources.add(lines: [entry]).map { herald_curl_set_list(handle, CURLOPT_RESOLVE, $0) } ?? CURLE_OUT_OF_MEMORY)
            }
            return codes
        }

        private var lines: [String] {
            // An empty `Expect` keeps libcurl from waiting for permission to send the body; the others from adding what nobody asked for.
            var lines = ["Expect:"]
            let names = Set(call.headers.keys.map { $0.lowercased() })
            if !names.contains("accept") { lines.append("Accept: */*") }
            if call.body != nil, !names.contains("content-type") { lines.append("Content-Type:") }
            if !call.mayBeRepeated { lines.append("Connection: close") }
            // An empty value is written with a semicolon: with a colon libcurl leaves the field out.
            lines += call.headers.map { $0.value.isEmpty ? "\($0.key);" : "\($0.key): \($0.value)" }
            return lines
        }
    }

    /// What one transfer has libcurl keep for it, freed when the transfer is over.
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
