export interface ErrorBody {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
}

/** An error as the API returns it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** The intent as it is after the error. */
  intent: object | undefined;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(code: string, message: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, message, ...(param !== undefined && { param }) });
}

export function missing(what: string, id: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'intent',
  });
}
