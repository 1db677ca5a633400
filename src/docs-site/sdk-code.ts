import { type CodeLanguage, indented, JAVASCRIPT, PHP, PYTHON } from './request-code.ts';

/** The call of the SDK for TypeScript for each operation. The other SDKs have the same names, in the style of their language. */
const CALLS: Readonly<Record<string, string>> = {
  createPayment: 'payments.create',
  listPayments: 'payments.list',
  readPayment: 'payments.retrieve',
  findPaymentByReference: 'payments.findByReference',
  verifyPayment: 'payments.verify',
  createCheckoutSession: 'checkout.sessions.create',
  readCheckoutSession: 'checkout.sessions.retrieve',
  cancelCheckoutSession: 'checkout.sessions.cancel',
  readWebsite: 'checkout.website',
  requestRefund: 'refunds.create',
  listRefunds: 'refunds.list',
  readRefund: 'refunds.retrieve',
  listDisputes: 'disputes.list',
  readExchangeRate: 'exchangeRate.retrieve',
  readHealth: 'health',
  completeTestPayment: 'testHelpers.complete',
  failTestPayment: 'testHelpers.fail',
  listEvents: 'events.list',
};

/** The operations whose only field is a second argument in PHP and Python, without a name. */
const POSITIONAL: readonly string[] = ['failTestPayment'];

/** A call of an SDK, as the docs show it. */
interface ShownCall {
  readonly operationId: string;
  /** The gateway's address. */
  readonly publicUrl: string;
  /** The parameter in the path, which is the first argument. */
  readonly id: string | undefined;
  /** The members of the query or of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Programs that call the SDKs, with the key in `PEYE_KEY`; undefined if the SDKs don't have the operation. */
export function sdkFences(call: ShownCall): { readonly language: CodeLanguage; readonly text: string }[] | undefined {
  const name = CALLS[call.operationId];
  if (name === undefined) return undefined;
  return [
    { language: 'js', text: typescript(name, call) },
    { language: 'php', text: php(name, call) },
    { language: 'python', text: python(name, call) },
  ];
}

function typescript(name: string, { publicUrl, id, fields }: ShownCall): string {
  const listed = argumentsOf(id, hasFields(fields) && fields, (value) => indented(JAVASCRIPT, value, ''));
  return [
    "import { Peye } from '@peye/sdk';",
    '',
    `const peye = new Peye({ apiKey: process.env.PEYE_KEY, baseUrl: '${publicUrl}' });`,
    `const result = await peye.${name}(${listed});`,
    'console.log(result);',
  ].join('\n');
}

function php(name: string, { operationId, publicUrl, id, fields }: ShownCall): string {
  const second = POSITIONAL.includes(operationId) ? Object.values(fields)[0] : hasFields(fields) && fields;
  const listed = argumentsOf(id, second, (value) => indented(PHP, value, ''));
  return [
    '<?php',
    "require 'peye.php';",
    '',
    `$peye = new \\Peye\\Peye(['apiKey' => getenv('PEYE_KEY'), 'baseUrl' => '${publicUrl}']);`,
    `$result = $peye->${name.replaceAll('.', '->')}(${listed});`,
    'print_r($result);',
  ].join('\n');
}

function python(name: string, { operationId, publicUrl, id, fields }: ShownCall): string {
  const named = Object.entries(fields).map(([field, value]) => {
    const text = indented(PYTHON, value, '    ');
    return POSITIONAL.includes(operationId) ? text : `${field}=${text}`;
  });
  const listed = [...(id === undefined ? [] : [indented(PYTHON, id, '')]), ...named];
  const isShort = listed.length <= 2 && listed.every((text) => !text.includes('\n'));
  const inside = isShort ? listed.join(', ') : `\n${listed.map((text) => `    ${text},\n`).join('')}`;
  return [
    'import os',
    'import peye',
    '',
    `client = peye.Peye(api_key=os.environ["PEYE_KEY"], base_url="${publicUrl}")`,
    `result = client.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}(${inside})`,
    'print(result)',
  ].join('\n');
}

function hasFields(fields: object): boolean {
  return Object.keys(fields).length > 0;
}

/** The arguments that are given, separated by commas. */
function argumentsOf(id: string | undefined, second: unknown, write: (value: unknown) => string): string {
  return [id, second]
    .filter((value) => value !== undefined && value !== false)
    .map(write)
    .join(', ');
}
