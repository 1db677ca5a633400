import { IncomingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { type World, within } from '../world/world.ts';
import type { GatewayNode } from './gateway-node.ts';

export interface RequestToGateway {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export type Answer =
  | { readonly status: number; readonly headers: string; readonly text: string }
  | { readonly failure: 'refused' | 'reset' | 'timed out' };

/** A connection without a network: it stores what is written to it. */
class MemorySocket extends Duplex {
  readonly remoteAddress = '41.77.12.9';
  readonly written: Buffer[] = [];

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.written.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    done();
  }

  setTimeout(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }
}

/**
 * Sends a request to a node, as over its own connection: the gateway's server gets Node's own request and response objects. A crash of the
 * node breaks the connection. After `patienceUs` the client times out, and closes the connection.
 */
export function exchange(
  world: World,
  node: GatewayNode,
  request: RequestToGateway,
  patienceUs: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    let isOver = false;
    let socket: MemorySocket | undefined;
    const end = (answer: Answer) => {
      if (isOver) return;
      isOver = true;
      node.waiting.delete(onCrash);
      resolve(answer);
    };
    const wayUs = () => world.delayUs(1_000, 60_000);
    const onCrash = () => void world.afterIn(undefined, wayUs(), 'reset', () => end({ failure: 'reset' }));
    world.after(wayUs(), `request to ${node.name}`, () => {
      const { server, life } = node;
      if (!server || !life) return end({ failure: 'refused' });
      node.waiting.add(onCrash);
      // A node that stands still reads the request when it resumes, even if the client has closed the connection by then.
      world.afterIn(life, 0, 'request', () => {
        socket = new MemorySocket();
        const made = socket;
        const { incoming, response } = messages(made, request);
        response.on('finish', () => {
          node.waiting.delete(onCrash);
          const answer = readAnswer(Buffer.concat(made.written).toString('utf8'));
          world.afterIn(undefined, wayUs(), `response of ${node.name}`, () => end(answer));
        });
        server.emit('request', incoming, response);
        if (isOver) socket.destroy();
      });
    });
    world.after(patienceUs, 'patience', () => {
      if (isOver) return;
      // If the node's process is dead, its end of the connection is closed already.
      if (socket && node.life?.isAlive) within(node.life, () => socket?.destroy());
      end({ failure: 'timed out' });
    });
  });
}

function messages(socket: MemorySocket, { method, path, headers, body }: RequestToGateway) {
  const incoming = new IncomingMessage(socket as never);
  const sent: Record<string, string> = {
    host: 'pay.example',
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  Object.assign(incoming, { method, url: path, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  incoming.headers = sent;
  incoming.rawHeaders = Object.entries(sent).flat();
  incoming.complete = true;
  if (body !== undefined) incoming.push(body);
  incoming.push(null);
  const response = new ServerResponse(incoming);
  response.assignSocket(socket as never);
  return { incoming, response };
}

function readAnswer(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end);
  const body = text.slice(end + 4);
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(headers);
  return { status: Number(headers.slice(9, 12)), headers, text: isChunked ? unchunked(body) : body };
}

function unchunked(text: string): string {
  let whole = '';
  for (let rest = text; ; ) {
    const size = Number.parseInt(rest, 16);
    if (!size) return whole;
    const from = rest.indexOf('\r\n') + 2;
    whole += rest.slice(from, from + size);
    rest = rest.slice(from + size + 2);
  }
}
