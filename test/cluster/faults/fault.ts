import type { Receiver } from '../../support/receiver.ts';
import type { Cluster } from '../cluster.ts';
import type { Limits } from '../report/report.ts';

/** What a fault works on. */
export interface Stage {
  readonly cluster: Cluster;
  readonly receiver: ShopReceiver;
  /** Runs `blow`, which breaks something, and records the moment from which the time of errors is counted. */
  strike(blow: () => unknown): Promise<void>;
  log(line: string): void;
}

/** The merchant's own server, which may be slow. */
export interface ShopReceiver extends Receiver {
  /** How long it waits before it accepts an event, milliseconds. */
  delayMs: number;
  /** How many events are being sent to it at this moment. */
  inFlight(): number;
}

/** Repairs what was broken, as an operator or a supervisor does. */
export type Heal = () => Promise<void>;

/** A fault of the cluster. */
export interface Fault {
  /** The name for `--faults`. */
  readonly name: string;
  readonly expected: string;
  readonly limits: Limits;
  /** Injects the fault, and returns once it has its full effect. */
  make(stage: Stage): Promise<Heal>;
}

export const NOTHING_TO_HEAL: Heal = async () => {};

/** How long requests may fail without a leader: writes for half a minute, reads for ten seconds. */
export const LEADER_LIMITS: Limits = { writesMs: 30_000, readsMs: 10_000 };
/** For a leader that is replaced only after Patroni's ttl, because its failure is not noticed earlier. */
export const SILENT_LEADER_LIMITS: Limits = { writesMs: 30_000, readsMs: 30_000 };
/** For a node that dies: its requests in flight are lost, but the other nodes serve. */
export const NODE_LIMITS: Limits = { writesMs: 10_000, readsMs: 10_000 };
/** For a fault that no client may notice. */
export const UNNOTICED: Limits = { writesMs: 0, readsMs: 0 };
