/** The members of a request or a response of the Fetch standard that are used. */
interface WithBody {
  // biome-ignore lint/suspicious/noExplicitAny: a stream of bytes, which each runtime types in its own way
  readonly body?: any;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<unknown>;
}

/** Reads a body of at most `most` bytes. Undefined when there are more: the rest is not read. Rejects when reading the body fails. */
export async function readBounded(message: WithBody, most: number): Promise<Uint8Array | undefined> {
  // A body that is not a stream is already in memory.
  if (!message.body) return within(new Uint8Array(await message.arrayBuffer()), most);
  const reader: Reader = message.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !value) return joined(chunks, length);
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}

/** Reads the body of a `node:http` request, of at most `most` bytes. Undefined when there are more: the rest is not read. */
export async function readBoundedStream(
  stream: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined> {
  // Not `for await`: leaving the loop early destroys the connection, and the response could not be sent.
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return joined(chunks, length);
    length += value.length;
    if (length > most) return undefined;
    chunks.push(value);
  }
}

export function within(bytes: Uint8Array, most: number): Uint8Array | undefined {
  return bytes.length > most ? undefined : bytes;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
