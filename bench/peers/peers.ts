import { PAYMENT_BODY, PLACEHOLDER } from '../payment-bodies.ts';

/** A server that takes payments, or stores rows, by one HTTP call. */
export interface Peer {
  readonly name: string;
  /** The npm package and its version. */
  readonly package: string;
  readonly version: string;
  /** What happens to acknowledged data when the machine loses power. */
  readonly keeps: string;
  /** The program in the package, its arguments and its environment. */
  start(at: PeerPlace): { program: string; args: readonly string[]; env?: Record<string, string> };
  readonly needsPostgres?: boolean;
  readonly createPath: string;
  readonly createBody: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The member of the response with the id of the created object. */
  readonly idMember: string;
  readPath(id: string): string;
}

export interface PeerPlace {
  readonly port: number;
  readonly folder: string;
  /** The URL of a separate database, for peers that need one. */
  readonly databaseUrl: string | undefined;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'Content-Type': 'application/json' };
const CHARGE = `amount=125050&currency=usd&description=2+sak+diri&metadata[reference]=order-${PLACEHOLDER}`;
const PARSE_ID = 'bench';

/** Peers that can be installed from npm without running scripts, at pinned versions. bench/README.md explains why others are missing. */
export const PEERS: readonly Peer[] = [
  {
    name: 'stripe-stateful-mock',
    package: 'stripe-stateful-mock',
    version: '0.0.16',
    keeps: 'in memory',
    start: ({ port }) => ({ program: 'dist/cli.js', args: [], env: { PORT: String(port), LOG_LEVEL: 'error' } }),
    createPath: '/v1/charges',
    createBody: `${CHARGE}&source=tok_visa`,
    headers: { ...FORM, Authorization: 'Bearer sk_test_bench' },
    idMember: 'id',
    readPath: (id) => `/v1/charges/${id}`,
  },
  {
    name: 'emulate (Stripe)',
    package: 'emulate',
    version: '0.8.0',
    keeps: 'in memory',
    start: ({ port }) => ({
      program: 'dist/index.js',
      args: ['start', '--service', 'stripe', '--port', String(port)],
    }),
    createPath: '/v1/payment_intents',
    createBody: CHARGE,
    // This peer refuses the 5,000th request of an hour with the same token.
    headers: { ...FORM, Authorization: `Bearer bench-${PLACEHOLDER}` },
    idMember: 'id',
    readPath: (id) => `/v1/payment_intents/${id}`,
  },
  {
    name: 'json-server',
    package: 'json-server',
    version: '0.17.4',
    keeps: 'a file, rewritten for each row, not synced',
    start: ({ port, folder }) => ({
      program: 'lib/cli/bin.js',
      args: ['--quiet', '--host', '127.0.0.1', '--port', String(port), `${folder}/db.json`],
    }),
    createPath: '/payments',
    createBody: PAYMENT_BODY,
    headers: JSON_BODY,
    idMember: 'id',
    readPath: (id) => `/payments/${id}`,
  },
  {
    name: 'parse-server',
    package: 'parse-server',
    version: '9.10.0',
    keeps: 'durable, on PostgreSQL',
    needsPostgres: true,
    start: ({ port, databaseUrl }) => ({
      program: 'bin/parse-server',
      args: [
        ...['--appId', PARSE_ID, '--masterKey', PARSE_ID, '--databaseURI', databaseUrl!],
        ...['--host', '127.0.0.1', '--port', String(port), '--serverURL', `http://127.0.0.1:${port}/parse`],
        ...['--allowClientClassCreation', 'true', '--silent'],
      ],
    }),
    createPath: '/parse/classes/Payment',
    createBody: PAYMENT_BODY,
    headers: { ...JSON_BODY, 'X-Parse-Application-Id': PARSE_ID, 'X-Parse-Master-Key': PARSE_ID },
    idMember: 'objectId',
    readPath: (id) => `/parse/classes/Payment/${id}`,
  },
];
