import { CHECKED_TLS } from '../../platform/network/tls.js';

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

export function sendRequest(address              , sent               )                            {
  const { method, headers, body, timeoutMs, bodyTimeoutMs, mostBytes, signal, skipVerify = false } = sent;
  const url = new URL(address);
  const options = { method, headers, signal, agent: false, ...CHECKED_TLS, rejectUnauthorized: !skipVerify };
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((done, fail) => {
    const sending = request(url, options);
    const timer = setTimeout(() => sending.destroy(new DOMException('', 'TimeoutError')), timeoutMs);
    sending.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    sending.once('response', (response) => {
      clearTimeout(timer);
      const parts           = [];
      let length = 0;
      const finish = (isWhole         ) => {
        done({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text: Buffer.concat(parts).toString('utf8', 0, mostBytes),
          isWhole,
        });
        sending.destroy();
      };
      response.setTimeout(bodyTimeoutMs, () => finish(false));
      response.on('data', (part        ) => {
        parts.push(part);
        length += part.length;
        if (length >= mostBytes) finish(true);
      });
      response.once('end', () => finish(true));
      response.once('close', () => finish(false));
      response.once('error', () => finish(false));
    });
    sending.end(body);
  });
}

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
