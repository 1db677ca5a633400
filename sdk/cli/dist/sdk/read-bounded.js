export async function readBounded(message          , most        )                                  {
  if (!message.body) return within(new Uint8Array(await message.arrayBuffer()), most);
  const reader         = message.body.getReader();
  const chunks               = [];
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

export async function readBoundedStream(
  stream                           ,
  most        ,
)                                  {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks               = [];
  let length = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return joined(chunks, length);
    length += value.length;
    if (length > most) return undefined;
    chunks.push(value);
  }
}

export function within(bytes            , most        )                         {
  return bytes.length > most ? undefined : bytes;
}

function joined(chunks                       , length        )             {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
