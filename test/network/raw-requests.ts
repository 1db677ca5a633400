import { API, paymentRequest } from '../support/gateway.ts';

/** Bytes of every kind that a public server receives, by name. */
export function rawRequests(key: string): Record<string, Buffer> {
  const body = JSON.stringify(paymentRequest({ reference: 'cut' }));
  const auth = `Host: localhost\r\nX-Api-Key: ${key}\r\n`;
  const json = `${auth}Content-Type: application/json\r\n`;
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const get = `GET ${API}/health HTTP/1.1\r\n${auth}\r\n`;
  const post = `POST ${API}/payments HTTP/1.1\r\n${json}${length}\r\n${body}`;
  const half = Math.floor(body.length / 2);
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const chunks = `${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`;
  const chunked = `POST ${API}/payments HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n`;
  const upgrade = (to: string) => `Connection: Upgrade\r\nUpgrade: ${to}\r\n`;
  const texts: Record<string, string> = {
    'a GET': get,
    'a POST with a body': post,
    'a POST in chunks': `${chunked}${chunks}`,
    'chunks with an extension and a trailer': `${chunked}${chunk(body).replace('\r\n', ';a=b\r\n')}0\r\nX-End: yes\r\n\r\n`,
    'a bad chunk size': `${chunked}zz\r\n${body}\r\n`,
    'a chunk longer than it says': `${chunked}5\r\n${body}\r\n`,
    'a huge chunk size': `${chunked}fffffffffffffffff\r\nx`,
    'five requests at once': `${get}${post}${get}${post}${get}`,
    'garbage after requests': `${get}${post}garbage\r\n\r\n${get}`,
    CONNECT: `CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n\x16\x03\x01`,
    'CONNECT after requests': `${get}${post}CONNECT shop.example:443 HTTP/1.1\r\nHost: a\r\n\r\n${get}`,
    'CONNECT with a body': `CONNECT a:1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345`,
    'an upgrade to a WebSocket': `GET ${API}/health HTTP/1.1\r\n${auth}${upgrade('websocket')}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n\x81\x05hello`,
    'an upgrade to HTTP/2': `GET / HTTP/1.1\r\nHost: a\r\n${upgrade('h2c')}HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    'an upgrade with a body': `POST ${API}/payments HTTP/1.1\r\n${json}${length}${upgrade('x')}\r\n${body}`,
    'an expectation to continue': `POST ${API}/payments HTTP/1.1\r\n${json}${length}Expect: 100-continue\r\n\r\n${body}`,
    'an unknown expectation': `POST ${API}/payments HTTP/1.1\r\n${json}${length}Expect: a miracle\r\n\r\n${body}`,
    TRACE: `TRACE / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n`,
    OPTIONS: `OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n`,
    HEAD: `HEAD /docs HTTP/1.1\r\nHost: a\r\n\r\n`,
    'an unknown method': `FOO ${API}/payments HTTP/1.1\r\n${auth}\r\n`,
    'an absolute address': `GET http://elsewhere.example/docs HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n`,
    'an address that cannot be decoded': `GET /pay/%zz HTTP/1.1\r\nHost: a\r\n\r\n`,
    'HTTP/1.0': `GET ${API}/health HTTP/1.0\r\nX-Api-Key: ${key}\r\n\r\n`,
    'HTTP/1.0 kept alive': `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n`,
    'HTTP/0.9': 'GET /\r\n',
    'a future version of HTTP': 'GET / HTTP/7.3\r\nHost: a\r\n\r\n',
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00',
    'two hosts': `GET ${API}/health HTTP/1.1\r\nHost: b\r\n${auth}\r\n`,
    'two lengths': `POST ${API}/payments HTTP/1.1\r\n${json}${length}Content-Length: 3\r\n\r\n${body}`,
    'a length and chunks': `POST ${API}/payments HTTP/1.1\r\n${json}${length}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
    'a body that is too large': `POST ${API}/payments HTTP/1.1\r\n${json}Content-Length: 99999999\r\n\r\n${body}`,
    'a header without an end': `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(600)}`,
    'a folded header': 'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n',
    'line feeds alone': `GET / HTTP/1.1\nHost: a\n\n`,
    'empty lines before a request': `\r\n\r\n\r\n${get}`,
    'a form for a page':
      'POST /pay/1/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\na=1&b=2',
    'a notification of a provider':
      'POST /providers/moncash/alert HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'a request after Connection: close': `GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n${get}`,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([what, text]) => [what, Buffer.from(text, 'latin1')])),
    'a TLS hello': Buffer.from(`1603010200010001fc0303${'a5'.repeat(60)}`, 'hex'),
    zeros: Buffer.alloc(40),
  };
}
