import { ApiError, type ErrorCode } from '../../core/errors.ts';

/** Node's error for bytes that never became a request. */
export interface ClientFault extends Error {
  readonly code?: string | undefined;
  /** The bytes that were read last, and the position of the fault in them. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number | undefined;
}

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The response to bytes that never became a request: the parser rejected them, or they took too long to arrive. */
export function clientError(fault: ClientFault): ApiError {
  if (fault.code === 'HPE_INVALID_METHOD' && isUnknownMethod(fault)) return new ApiError('not_implemented');
  return new ApiError(CODES[fault.code ?? ''] ?? 'bad_request');
}

const TOKEN_CHARACTER = /[\w!#$%&'*+.^`|~-]/;
/** A request line, or the start of one that is longer than the bytes read so far. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ [^\s]+ HTTP\/1\.[01]$/;
const REQUEST_LINE_START = /^[\w!#$%&'*+.^`|~-]+ [^\s]*$/;

/** Whether the parser met an unknown method in an otherwise well-formed request line. */
function isUnknownMethod({ rawPacket, bytesParsed = 0 }: ClientFault): boolean {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  let start = bytesParsed;
  while (start > 0 && TOKEN_CHARACTER.test(text.charAt(start - 1))) start--;
  const end = text.indexOf('\n', start);
  return end === -1
    ? REQUEST_LINE_START.test(text.slice(start))
    : REQUEST_LINE.test(text.slice(start, end).replace(/\r$/, ''));
}
