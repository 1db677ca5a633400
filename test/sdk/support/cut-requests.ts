import { once } from 'node:events';
import { connect } from 'node:net';
import { webhookHeaders } from '../../../src/features/webhooks/sign.ts';

/** A signed webhook as bytes on the wire. */
export function webhookRequest(
  secret: string,
  {
    path = '/webhooks',
    mode = 'test',
    reference = 'cut',
  }: { path?: string; mode?: 'live' | 'test'; reference?: string } = {},
): { headers: Record<string, string>; body: string; bytes: Buffer; headLength: number } {
  const data = { transaction_id: '915840412345678', amount: '500.00', currency: 'HTG', status: 'completed', reference };
  const body = JSON.stringify({ event: 'payment.success', timestamp: 1795269991, data });
  const headers = webhookHeaders({ event: 'payment.success', mode, body, timestampS: 1795269991 }, secret);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: shop.example',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return { headers, body, bytes: Buffer.from(`${head}\r\n\r\n${body}`), headLength: head.length + 4 };
}

/**
 * Sends the first byte of a request, then the first two, and so on, each on its own connection. Each connection is then closed, alternately
 * by an end and by a reset. With `step`, only every `step`th length is sent, but every length that is less than ten from `around`.
 */
export async function cutAfterEveryByte(port: number, bytes: Buffer, { step = 1, around = -10 } = {}): Promise<number> {
  let cuts = 0;
  for (let length = 1; length < bytes.length; length++) {
    if ((length - 1) % step !== 0 && Math.abs(length - around) >= 10) continue;
    const socket = connect(port, '127.0.0.1');
    // The server may close the connection first.
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    await new Promise((written) => socket.write(bytes.subarray(0, length), written));
    if (length % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
    await closed;
    cuts++;
  }
  return cuts;
}
