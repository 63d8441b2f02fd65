import MYKEYWire

extension CallbackService {
    /// Returns the state of a login, for the browser that began it.
    ///
    /// A login with a code is `pending` until the session sends the code, even if the user agreed long ago. A session must send the code
    /// only once. If the caller's task is cancelled, the work is finished nevertheless.
    /// - Parameters:
    ///   - session: the session of the browser that began the login.
    ///   - code: the code that the wallet returned (`LoginPayload.returnCode`) or that the user typed. The fifth
    ///     wrong code deletes the login.
    ///   - caller: the client's address, for ``CallbackLimits/statusesPerAddress``. `nil` when it is unknown.
    /// - Throws: ``MYKEYServicesError``, with code `tooMany` when the address asks too often.
    public func status(
        of session: LoginSession, code: ReturnCode? = nil, from caller: String? = nil
    ) async throws(MYKEYServicesError) -> LoginStatus {
        let time = now()
        guard gate.takeStatus(from: caller, now: time) else {
            throw MYKEYServicesError(.tooMany, field: "status", reason: "too many requests from this address")
        }
        let executor = CallerExecutor.current
        let task: Task<Result<LoginStatus, MYKEYServicesError>, Never> = Task(executorPreference: executor) {
            do throws(MYKEYServicesError) {
                return .success(try await announcedStatus(of: session, code: code, now: time))
            } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }

    private func announcedStatus(of session: LoginSession, code: ReturnCode?, now time: UnixTime)
        async throws(MYKEYServicesError) -> LoginStatus
    {
        if let code, let login = try await store.claim(session, code: code.digest, now: time) {
            await announce(login)
            return .accepted(login)
        }
        let status = try await store.status(of: session, now: time)
        if case .accepted(let login) = status, try await store.isAnnounced(login) == false { await announce(login) }
        return status
    }

    /// Calls `onLogin` unless the store says that it was called. If the store cannot be read, it is called, so that no login is lost.
    func announce(_ login: AcceptedLogin) async {
        await gate.announce(login.id) {
            let isAnnounced = (try? await store.isAnnounced(login)) ?? false
            guard !isAnnounced else { return }
            await onLogin(login)
            try? await store.markAnnounced(login)
        }
    }
}
