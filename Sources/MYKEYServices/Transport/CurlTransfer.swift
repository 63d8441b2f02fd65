#if canImport(CCurl)
import CCurl

/// One libcurl transfer, made, run and freed on one thread.
final class CurlTransfer {
    private let exchange: PostExchange
    private let stop: StopSign
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var isTooLarge = false
    private var isForeign = false

    init(_ exchange: PostExchange, stop: StopSign) {
        self.exchange = exchange
        self.stop = stop
    }

    func run() -> ExchangeOutcome {
        guard !stop.isUp else { return .failed(.cancelled) }
        guard let handle = curl_easy_init() else { return .failed(.connectionLost) }
        defer { curl_easy_cleanup(handle) }
        var lists: [OpaqueList] = []
        defer { for list in lists { curl_slist_free_all(list.head) } }
        guard let headers = OpaqueList(headerLines), let pins = OpaqueList(pinned) else { return .failed(.connectionLost) }
        lists = [headers, pins]
        guard prepare(handle, headers: headers, pins: pins) else { return .failed(.connectionLost) }
        let code = withExtendedLifetime(self) { herald_curl_perform(handle) }
        return outcome(code, handle)
    }

    private var headerLines: [String] {
        let server = exchange.destination.server
        // An empty `Expect` keeps libcurl from waiting for permission to send the body.
        return [
            "Host: \(server.displayHost)", "Content-Type: application/json; charset=utf-8", "Accept: application/json",
            "User-Agent: \(exchange.userAgent)", "Expect:",
        ]
    }

    private var pinned: [String] {
        let server = exchange.destination.server
        let addresses = exchange.destination.addresses.map { $0.isIPv6 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
        return ["\(server.host):\(server.port):\(addresses)"]
    }

    private func prepare(_ handle: UnsafeMutableRawPointer, headers: OpaqueList, pins: OpaqueList) -> Bool {
        let server = exchange.destination.server
        let context = Unmanaged.passUnretained(self).toOpaque()
        var codes: [CURLcode] = [
            herald_curl_set_text(handle, CURLOPT_URL, server.url),
            herald_curl_only(handle, server.isSecure ? 1 : 0),
            // An empty text, unlike none, makes libcurl ignore http_proxy and its relatives in the environment.
            herald_curl_set_text(handle, CURLOPT_PROXY, ""),
            herald_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            herald_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1),
            herald_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
            herald_curl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            herald_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            herald_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(exchange.limits.connect, exchange.time).milliseconds),
            herald_curl_set_long(handle, CURLOPT_TIMEOUT_MS, exchange.time.milliseconds),
            // Time limits by signal would interrupt the whole process.
            herald_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            herald_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1),
            herald_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1),
            herald_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1),
            herald_curl_set_list(handle, CURLOPT_HTTPHEADER, headers.head),
            herald_curl_set_write(handle, Self.receiveBody, context),
            herald_curl_set_header(handle, Self.receiveHeader, context),
            herald_curl_set_progress(handle, Self.watch, context),
            herald_curl_set_open_socket(handle, Self.openSocket, context),
            exchange.body.withUnsafeBytes { herald_curl_set_post(handle, $0.baseAddress, $0.count) },
        ]
        if server.literal == nil { codes.append(herald_curl_set_list(handle, CURLOPT_RESOLVE, pins.head)) }
        if let file = exchange.trustedCertificates {
            codes.append(herald_curl_set_text(handle, CURLOPT_CAINFO, file))
            codes.append(herald_curl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func outcome(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> ExchangeOutcome {
        var status = 0
        _ = herald_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        if isTooLarge { return .tooLarge(status: status) }
        if isForeign { return .failed(.addressRefused) }
        switch code {
        case CURLE_OK: return .answer(status: status, body: body)
        case CURLE_ABORTED_BY_CALLBACK: return .failed(.cancelled)
        case CURLE_OPERATION_TIMEDOUT: return .failed(.timedOut)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: return .failed(.cannotConnect)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM:
            return .failed(.insecure)
        default: return .failed(.connectionLost)
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= exchange.limits.replyBytes - body.count else {
            isTooLarge = true
            return -1
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ count: Int) -> Int {
        headerBytes += count
        isTooLarge = isTooLarge || headerBytes > exchange.limits.replyBytes
        return isTooLarge ? -1 : count
    }

    private func allows(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Int(herald_curl_address(address, &bytes))
        let isKnown = exchange.destination.addresses.contains { $0.bytes.elementsEqual(bytes.prefix(count)) }
        if !isKnown { isForeign = true }
        return isKnown
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let receiveBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        bytes, size, count, context in
        let (total, overflows) = size.multipliedReportingOverflow(by: count)
        guard !overflows, total >= 0 else { return -1 }
        return CurlTransfer.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: total)) ?? -1
    }

    private static let receiveHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        _, size, count, context in
        let (total, overflows) = size.multipliedReportingOverflow(by: count)
        guard !overflows, total >= 0 else { return -1 }
        return CurlTransfer.of(context)?.takeHeader(total) ?? -1
    }

    private static let watch: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
        context, _, _, _, _ in
        CurlTransfer.of(context)?.stop.isUp == false ? 0 : 1
    }

    private static let openSocket: @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t = {
        context, _, address in
        guard let address, CurlTransfer.of(context)?.allows(address) == true else { return CURL_SOCKET_BAD }
        return herald_curl_open(address)
    }
}

/// A list of texts as libcurl keeps them; whoever makes one frees it.
private struct OpaqueList {
    let head: UnsafeMutablePointer<curl_slist>

    init?(_ lines: [String]) {
        var head: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let next = curl_slist_append(head, line) else {
                curl_slist_free_all(head)
                return nil
            }
            head = next
        }
        guard let head else { return nil }
        self.head = head
    }
}

extension Duration {
    /// Whole milliseconds, at least one because libcurl takes 0 for "for ever".
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(clamping: min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
#endif
