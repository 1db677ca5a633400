import { theLife, type World } from './world.ts';

/** A request of a process to another host. */
export interface NetworkRequest {
  readonly origin: string;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a host sends back: a response, the end of the connection, or nothing at all. */
export type Back =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly text: string;
    }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silence' };

/** What a host does with a request that has reached it, and after how many microseconds it responds. */
export type Host = (sent: NetworkRequest) => { readonly back: Back; readonly afterUs: number };

/** The faults on the way to a host and back, each in percent of the requests. */
export interface WireFaults {
  /** The connection fails. */
  readonly refused: number;
  /** The request never arrives, and nothing comes back. */
  readonly lostOnTheWay: number;
  /** The request arrives and is carried out; its response is lost. */
  readonly answerLost: number;
  /** Request and response together take up to half a minute. */
  readonly slow: number;
}

export type Failure = Error & { code: string };

let current: Network | undefined;

export function theNetwork(): Network {
  if (!current) throw new Error('there is no network');
  return current;
}

/** The network of a world: its hosts and their names, and the faults of requests. */
export class Network {
  readonly onLine: (process: string, line: string) => void;
  /** Called with each fault. */
  readonly #onFault: (process: string, what: string, host: string) => void;
  readonly #hosts = new Map<string, { host: Host; address: string; faults: () => WireFaults | undefined }>();
  readonly #world: World;

  constructor(
    world: World,
    observer: { onLine: Network['onLine']; onFault: (process: string, what: string, host: string) => void },
  ) {
    this.#world = world;
    this.onLine = observer.onLine;
    this.#onFault = observer.onFault;
    current = this;
  }

  /** Adds a host with a name and an address. */
  addHost(name: string, address: string, host: Host, faults: () => WireFaults | undefined): void {
    this.#hosts.set(name, { host, address, faults });
  }

  addressOf(name: string): string | undefined {
    return this.#hosts.get(name)?.address;
  }

  /** Sends a request of the running process. Calls exactly one of the two callbacks, or none if nothing comes back. */
  send(
    sent: NetworkRequest,
    onBack: (back: Back & { kind: 'response' }) => void,
    onFailure: (failure: Failure) => void,
  ): void {
    const world = this.#world;
    const process = theLife()?.name ?? 'nobody';
    const known = this.#hosts.get(sent.host);
    const faults = known?.faults();
    const happens = (what: keyof WireFaults) => {
      const isSo = faults !== undefined && world.random.percent(faults[what]);
      if (isSo) this.#onFault(process, what, sent.host);
      return isSo;
    };
    const fail = (code: string, message: string) => onFailure(Object.assign(new Error(message), { code }));
    if (!known || happens('refused')) {
      world.after(world.delayUs(300, 30_000), `no connection to ${sent.host}`, () =>
        fail('ECONNREFUSED', `connect ECONNREFUSED ${sent.host}`),
      );
      return;
    }
    const [isLost, isUnanswered] = [happens('lostOnTheWay'), happens('answerLost')];
    const isSlow = happens('slow');
    const wayUs = () => (isSlow ? world.delayUs(100_000, 15_000_000) : world.delayUs(2_000, 120_000));
    if (isLost) return;
    // A request that is on its way arrives even if its sender dies: so the event belongs to no process.
    const arrive = () => {
      const { back, afterUs } = known.host(sent);
      if (back.kind === 'silence' || isUnanswered) {
        if (isUnanswered && world.random.percent(40))
          answer(afterUs, () => fail('UND_ERR_SOCKET', 'other side closed'));
        return;
      }
      answer(afterUs, () => (back.kind === 'reset' ? fail('ECONNRESET', 'read ECONNRESET') : onBack(back)));
    };
    const life = theLife();
    const answer = (afterUs: number, then: () => void) =>
      world.afterIn(life, afterUs + wayUs(), `response of ${sent.host}`, then);
    world.afterIn(undefined, wayUs(), `request to ${sent.host}`, arrive);
  }
}
