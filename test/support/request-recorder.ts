import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passed through the proxy, with its response. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly contentType: string | undefined;
  /** The parsed body, if there was one. */
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface RequestRecorder {
  /** The address of the proxy, which clients use in place of the gateway's address. */
  readonly url: string;
  /** The requests that passed through the proxy since the last call. */
  take(): RecordedRequest[];
  close(): Promise<void>;
}

/** A proxy in front of a gateway that passes every request on and records it. */
export async function startRecorder(target: string): Promise<RequestRecorder> {
  let recorded: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { 'x-api-key': key, 'content-type': contentType } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(key && { 'x-api-key': String(key) }), ...(contentType && { 'content-type': contentType }) },
      ...(body !== '' && { body }),
    });
    const text = await answer.text();
    recorded.push({
      method: request.method ?? '',
      path: request.url ?? '',
      key: key === undefined ? undefined : String(key),
      contentType,
      body: body === '' ? undefined : JSON.parse(body),
      status: answer.status,
      answer: JSON.parse(text),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json', connection: 'close' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
