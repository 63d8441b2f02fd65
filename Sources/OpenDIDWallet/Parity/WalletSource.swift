/// Opens a wallet once, even if several callers need it at the same time.
actor WalletSource {
    private var open: WalletAPI.Opener?
    private var opening: Task<Result<OpenDIDWallet, WalletError>, Never>?

    init(_ open: WalletAPI.Opener?) { self.open = open }

    func use(_ open: @escaping WalletAPI.Opener) {
        self.open = open
        opening = nil
    }

    func forget() { opening = nil }

    func wallet() async throws(WalletError) -> OpenDIDWallet {
        if let opening { return try await opening.value.get() }
        guard let open else {
            throw WalletError(
                .state, field: "wallet", reason: "no wallet was attached, so call attach first",
                upstreamCode: "MSDKWLT05001")
        }
        let task = Task { () -> Result<OpenDIDWallet, WalletError> in
            do throws(WalletError) {
                return .success(try await open())
            } catch {
                return .failure(error)
            }
        }
        opening = task
        let result = await task.value
        // A failure is not stored, because the next call may succeed.
        if case .failure = result, opening == task { opening = nil }
        return try result.get()
    }
}
