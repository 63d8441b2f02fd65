#if canImport(CCurl)
import CCurl
import Foundation

/// One transfer on the engine's thread: the data received so far, and its result.
final class CurlTransfer {
    let request: CurlRequest
    private let resources = CurlResources()
    private var body: [UInt8] = []
    private var headers: [String: String] = [:]
    private var headerBytes = 0, headerLines = 0
    /// True when the empty line after the header has arrived. libcurl itself accepts a response whose connection ends before this line.
    private var isHeaderWhole = false
    /// True when the status is 2xx.
    private var isGood = false
    private var isTooLarge = false
    private var isForeign = false
    private var lastSign = ContinuousClock.now
    private var sent: curl_off_t = 0
    private var told = HTTPProgress()

    init(_ request: CurlRequest) { self.request = request }

    /// The time at which the transfer times out because of silence or its deadline.
    var due: ContinuousClock.Instant {
        let silent = lastSign + request.call.timeout
        return request.end.map { min($0, silent) } ?? silent
    }

    /// Sets all options of a new or reset handle. Returns `false` when libcurl rejects one.
    func prepare(_ handle: UnsafeMutableRawPointer) -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var codes = CurlOptions(request.call, usesProxies: request.usesProxies).apply(to: handle, resources)
        codes.append(herald_curl_set_write(handle, Self.receiveBody, context))
        codes.append(herald_curl_set_header(handle, Self.receiveHeader, context))
        if request.call.destination != nil {
            codes.append(herald_curl_set_open_socket(handle, Self.openSocket, context))
        }
        // Sent bytes are watched only if the caller asks for the progress, or if the upload is long. Only a long upload can be active
        // without receiving anything.
        if request.call.progress != nil || (request.call.body?.count ?? 0) > 1 << 16 {
            codes.append(herald_curl_set_progress(handle, Self.watch, context))
        }
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    /// Frees the resources. Call it when the handle no longer refers to this object.
    func release() { resources.release() }

    func result(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> Result<CurlReply, any Error> {
        var status = 0
        _ = herald_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        if isTooLarge { return .failure(HTTPFailure.answerTooLarge(status: status)) }
        if isForeign { return .failure(HTTPFailure.addressRefused) }
        guard code == CURLE_OK else { return .failure(Self.failure(code)) }
        guard isHeaderWhole, (200...999).contains(status) else { return .failure(HTTPFailure.connectionLost) }
        var location: UnsafePointer<CChar>?
        _ = herald_curl_get_text(handle, CURLINFO_REDIRECT_URL, &location)
        let answer = HTTPAnswer(status: status, headers: headers, body: body)
        return .success(CurlReply(answer: answer, location: location.map { String(cString: $0) }))
    }

    private static func failure(_ code: CURLcode) -> HTTPFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
        case CURLE_COULDNT_CONNECT: .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
            CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            .insecureConnection
        default: .connectionLost
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        guard bytes.count <= request.call.maximumAnswerBytes - body.count else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        headerBytes += line.count
        headerLines += 1
        // Header lines with the same name are joined. That work runs on the thread that all transfers share, so it is limited.
        guard headerBytes <= request.call.maximumHeaderBytes, headerLines <= HTTPCall.headerLines else {
            isTooLarge = true
            return 0
        }
        var text = line[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text = text.dropLast() }
        if text.starts(with: "HTTP/".utf8) {
            // A status line begins a new response, because an interim response may precede the final one. The headers of the earlier response are
            // dropped.
            headers = [:]
            isHeaderWhole = false
            isGood = text.drop { $0 != 0x20 }.dropFirst().first == UInt8(ascii: "2")
        } else if text.isEmpty {
            isHeaderWhole = true
        } else if !isHeaderWhole, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = Self.trimmed(text[(colon + 1)...])
            if headers[name] == nil { headers[name] = value } else { headers[name]?.append(", \(value)") }
        }
        return line.count
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func allows(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Int(herald_curl_address(address, &bytes))
        let isKnown = request.call.destination?.addresses.contains { $0.elementsEqual(bytes.prefix(count)) } ?? true
        if !isKnown { isForeign = true }
        return isKnown
    }

    private func see(sent now: curl_off_t, received: curl_off_t, expected: curl_off_t) {
        if now > sent { lastSign = .now }
        sent = now
        guard let progress = request.call.progress else { return }
        let current = HTTPProgress(
            sent: Int64(now), toSend: Int64(request.call.body?.count ?? 0), received: isGood ? Int64(received) : 0,
            expected: isGood && expected > 0 ? Int64(expected) : nil)
        guard current != told else { return }
        told = current
        progress(current)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let receiveBody:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            let (total, overflows) = size.multipliedReportingOverflow(by: count)
            guard !overflows, total >= 0 else { return -1 }
            return CurlTransfer.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: total)) ?? -1
        }

    private static let receiveHeader:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            let (total, overflows) = size.multipliedReportingOverflow(by: count)
            guard !overflows, total >= 0 else { return -1 }
            return CurlTransfer.of(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: total)) ?? -1
        }

    private static let watch:
        @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
            context, expected, received, _, sent in
            CurlTransfer.of(context)?.see(sent: sent, received: received, expected: expected)
            return 0
        }

    private static let openSocket:
        @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t =
            {
                context, _, address in
                guard let address, CurlTransfer.of(context)?.allows(address) == true else { return CURL_SOCKET_BAD }
                return herald_curl_open(address)
            }
}

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
        // new connection.
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
        if call.body != nil, !names.contains("content-type") { lines.append("Content-Type:") }
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
