/** A span as OTLP has it on the wire. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** 1 within the gateway, 2 of a server, 3 of a client. */
  readonly kind: number;
  readonly ms: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 is an error. */
  readonly status: number;
  readonly service: unknown;
}

/** A field of a protobuf message: a number, or bytes. */
type Field = readonly [number: number, value: bigint | Buffer];

/** Reads an ExportTraceServiceRequest: opentelemetry-proto, trace/v1. */
export function readSpans(body: Buffer): SentSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const service = messages(resourceSpans, 1).map(attributesOf(1))[0]?.['service.name'];
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentId: bytes(span, 4).toString('hex'),
        name: bytes(span, 5).toString(),
        kind: Number(number(span, 6)),
        ms: Number(number(span, 8) - number(span, 7)) / 1e6,
        attributes: attributesOf(9)(span),
        status: Number(messages(span, 15).map((status) => number(status, 3))[0] ?? 0n),
        service,
      }));
  });
}

function attributesOf(field: number) {
  return (message: readonly Field[]): Record<string, string | number> =>
    Object.fromEntries(
      messages(message, field).map((pair) => {
        const [value = []] = messages(pair, 2);
        const isText = value.some(([name]) => name === 1);
        return [bytes(pair, 1).toString(), isText ? bytes(value, 1).toString() : Number(number(value, 3))];
      }),
    );
}

function messages(fields: readonly Field[], number: number): Field[][] {
  return fields.flatMap(([name, value]) => (name === number && Buffer.isBuffer(value) ? [fieldsOf(value)] : []));
}

function bytes(fields: readonly Field[], number: number): Buffer {
  const value = fields.find(([name]) => name === number)?.[1];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

function number(fields: readonly Field[], number: number): bigint {
  const value = fields.find(([name]) => name === number)?.[1];
  return typeof value === 'bigint' ? value : 0n;
}

function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('a message that breaks off');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const name = tag >> 3;
    const wire = tag & 7;
    if (wire === 0) fields.push([name, varint()]);
    else if (wire === 1) fields.push([name, message.readBigUInt64LE((at += 8) - 8)]);
    else if (wire === 5) fields.push([name, BigInt(message.readUInt32LE((at += 4) - 4))]);
    else if (wire === 2) {
      const length = Number(varint());
      fields.push([name, message.subarray(at, (at += length))]);
    } else throw new Error(`no such type of a field: ${wire}`);
  }
  return fields;
}
