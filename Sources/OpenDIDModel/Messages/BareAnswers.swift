// The answer to these requests is the document itself, without a wrapper (OpenDID sheet 4.3).

/// The answer to ``RequestAttestedAppInfo``.
public typealias _RequestAttestedAppInfo = AttestedAppInfo

/// The request for a ``WalletTokenData`` to the app's server. The original text does not name the body (OpenDID sheet 4.9, #37).
public typealias RequestWalletTokenData = WalletTokenSeed

/// The answer to ``RequestWalletTokenData``.
public typealias _RequestWalletTokenData = WalletTokenData
