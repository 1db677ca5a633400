/** The page of errors in the docs, around the meanings of the codes. Markdown. */
export const en = {
  title: 'Errors',
  format:
    'All API errors have the same format. Use the HTTP status and `error` in your code; `message` is for people, and its wording may change.',
  validation:
    'Only `validation_error` has `errors`, which maps each field name to a list of messages. Every 429 has `retry_after`, in whole seconds:',
  requestId:
    "Every response has the header `X-Request-Id`. Include it when you ask for help: the gateway's log has the same id.",
  statusCodes: 'Status codes',
  allCodes: 'All codes',
  allCodesText:
    'The table shows the default message; some responses have a more specific one. `/openapi.json` lists the codes of each endpoint.',
  everywhere: 'Errors of every endpoint',
  columns: { meaning: 'Meaning', when: 'When', message: 'Message', retry: 'Retry?' },
  retry: {
    lookUp: 'Create request: look up the payment by its reference, and retry only if there is no new one.',
    otherPayment: 'Create a new payment when the customer tries again or chooses another method.',
    otherKey: 'Do not retry: correct the key. The same key will never work.',
    afterSeconds: 'Retry after `retry_after` seconds.',
    afterHeader: 'Retry after the number of seconds in the `Retry-After` header.',
    now: 'Retry.',
    afterChange: 'Do not retry until the key or the website has been changed.',
    never: 'Do not retry: the same request will fail again.',
  },
} as const;
