// The requests in this file are answered with the document itself, without a wrapper (OpenDID sheet 4.3).

/// The answer to ``RequestAttestedAppInfo``.
public typealias _RequestAttestedAppInfo = AttestedAppInfo

/// The request to the app's server for a ``WalletTokenData``. The original text does not name the body (OpenDID sheet 4.9, #37).
public typealias RequestWalletTokenData = WalletTokenSeed

/// The answer to ``RequestWalletTokenData``.
public typealias _RequestWalletTokenData = WalletTokenData
