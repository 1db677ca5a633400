const DESCRIPTIONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name servers do not respond',
  ETIMEDOUT: 'connection timeout',
};

const CERTIFICATE_ERROR = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_)/;

/** OpenSSL's reasons for a server that does not start a TLS handshake. */
const NO_TLS =
  /^write EPROTO .*:(?:wrong version number|packet length too long|http request|tlsv1 alert record overflow):/;

/** Describes why there was no response. */
export function describeNetworkError(error: unknown): string {
  const { code, message, name } = error as Error & { code?: string };
  if (isTimeout(error)) return 'response timeout';
  return DESCRIPTIONS[code ?? ''] ?? (message || code || name);
}

/** The connection was open, and no response came in time. */
export function isTimeout(error: unknown): boolean {
  return (error as Error).name === 'TimeoutError';
}

/** The address begins with https://, and the server uses no TLS. A retry does not change that. */
export function isPlainHttp(error: unknown): boolean {
  return NO_TLS.test((error as Error).message);
}

/** The certificate of the server is not trusted. A retry does not change that. */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_ERROR.test((error as { code?: string }).code ?? '');
}
