import pg from 'pg';
import { type EmptyStore, type Engine, newStore } from '../support/engines.ts';
import { type Client, freePort, paymentRequest } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { withStore } from '../support/store-access.ts';

/** The environment of a drill: a store, gateways on it that Prometheus scrapes, and anything else that the drill starts. */
export interface Stage {
  readonly place: EmptyStore;
  /** Starts a gateway that Prometheus scrapes. */
  node(settings?: Record<string, string>): Promise<NodeProcess>;
  /** Starts a gateway again at its previous address. */
  restart(node: NodeProcess): Promise<NodeProcess>;
  /** The addresses of the gateways that Prometheus scrapes. */
  watched(): string[];
  /** Changes something in the store without a gateway. */
  sql(statement: string): Promise<void>;
  /** A connection to the store that stays open until the end. PostgreSQL only. */
  connect(): Promise<pg.Client>;
  /** A client of the first gateway with a live key. */
  live(): Client;
  /** A client of the first gateway with a test key. */
  test(): Client;
  /** Repeats `work` until it is stopped, `atATime` times concurrently. Failures are ignored. */
  repeat(atATime: number, work: () => Promise<unknown>): { stop(): Promise<void> };
  /** Runs `end` when the drill ends. Several of these functions run in reverse order. */
  defer(end: () => Promise<unknown>): void;
  end(): Promise<void>;
}

export async function openStage(engine: Engine, changes: Record<string, string> = {}): Promise<Stage> {
  const place = await newStore(engine);
  const all: { url: string; settings: Record<string, string>; node: NodeProcess }[] = [];
  const ends: (() => Promise<unknown>)[] = [() => place.drop()];
  const launch = async (settings: Record<string, string>) => {
    const seed = all[0]?.node.seed;
    const node = await startNode(settings, seed);
    ends.push(() => node.end('SIGKILL'));
    return node;
  };
  const first = () => {
    if (!all[0]) throw new Error('no gateway was started');
    return all[0].node;
  };
  const stage: Stage = {
    place,
    async node(settings = {}) {
      const whole = { ...place.settings, ...changes, ...settings, PORT: String(await freePort()) };
      const node = await launch(whole);
      all.push({ url: node.url, settings: whole, node });
      return node;
    },
    async restart(before) {
      const entry = all.find(({ url }) => url === before.url);
      if (!entry) throw new Error('this gateway is not one of the stage');
      entry.node = await launch(entry.settings);
      return entry.node;
    },
    watched: () => all.map(({ url }) => url),
    sql: (statement) =>
      withStore(place.settings, ({ db }) => db.transaction(async (tx) => void (await tx.query(statement)))),
    async connect() {
      const client = new pg.Client({ connectionString: place.settings.DATABASE_URL });
      client.on('error', () => {});
      await client.connect();
      ends.push(() => client.end());
      return client;
    },
    live: () => first().client(first().seed.liveKey),
    test: () => first().client(first().seed.testKey),
    repeat(atATime, work) {
      let isOver = false;
      const loop = async () => {
        while (!isOver) {
          await work().catch(() => {});
          await new Promise((done) => setTimeout(done, 20));
        }
      };
      const loops = Promise.all(Array.from({ length: atATime }, loop));
      const stop = async () => {
        isOver = true;
        await loops;
      };
      ends.push(stop);
      return { stop };
    },
    defer: (end) => void ends.push(end),
    async end() {
      for (const end of ends.reverse()) await end().catch((error) => console.error(error));
    },
  };
  return stage;
}

/** Creates a live payment, and returns its id. */
export async function startedPayment(api: Client): Promise<string> {
  const { status, json, text } = await api.post('/payments', paymentRequest());
  if (status !== 201) throw new Error(`no payment was created: ${text}`);
  return json.transaction_id;
}
