const DESCRIPTIONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name servers do not respond',
  UND_ERR_SOCKET: 'the connection was closed before a response',
  UND_ERR_CONNECT_TIMEOUT: 'connection timeout',
};

const CERTIFICATE_ERROR = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_)/;

/** OpenSSL's codes for a server that does not start a TLS handshake. */
const NO_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|TLSV1_ALERT_RECORD_OVERFLOW)$/;

/** Describes why there was no response. */
export function describeNetworkError(error: unknown): string {
  const { code, message, name } = error as Error & { code?: string };
  if (isTimeout(error)) return 'response timeout';
  return DESCRIPTIONS[code ?? ''] ?? (message || code || name);
}

/** The connection was open, and no response came in time. */
export function isTimeout(error: unknown): boolean {
  const { code, name } = error as Error & { code?: string };
  return name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT';
}

/** The address begins with https://, and the server uses no TLS. A retry does not change that. */
export function isPlainHttp(error: unknown): boolean {
  return NO_TLS.test((error as { code?: string }).code ?? '');
}

/** The certificate of the server is not trusted. A retry does not change that. */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_ERROR.test((error as { code?: string }).code ?? '');
}
