const DESCRIPTIONS                         = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name servers do not respond',
  ETIMEDOUT: 'connection timeout',
};

const CERTIFICATE_ERROR = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_)/;

const NO_TLS =
  /^write EPROTO .*:(?:wrong version number|packet length too long|http request|tlsv1 alert record overflow):/;

export function describeNetworkError(error         )         {
  const { code, message, name } = error                             ;
  if (isTimeout(error)) return 'response timeout';
  return DESCRIPTIONS[code ?? ''] ?? (message || code || name);
}

export function isTimeout(error         )          {
  return (error         ).name === 'TimeoutError';
}

export function isPlainHttp(error         )          {
  return NO_TLS.test((error         ).message);
}

export function isCertificateError(error         )          {
  return CERTIFICATE_ERROR.test((error                     ).code ?? '');
}
