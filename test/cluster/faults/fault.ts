import type { Receiver } from '../../support/receiver.ts';
import type { Cluster } from '../cluster.ts';
import type { Limits } from '../report/report.ts';

/** What a fault works on. */
export interface Stage {
  readonly cluster: Cluster;
  readonly receiver: ShopReceiver;
  /** Does what breaks something, and notes the moment: windows of errors count from it. */
  strike(blow: () => unknown): Promise<void>;
  log(line: string): void;
}

/** The merchant's own server, which may be slow. */
export interface ShopReceiver extends Receiver {
  /** How long it waits before it accepts an event, milliseconds. */
  delayMs: number;
  /** How many events it is being sent at this moment. */
  inFlight(): number;
}

/** Repairs what was broken, as an operator or a supervisor does. */
export type Heal = () => Promise<void>;

/** One thing that goes wrong. */
export interface Fault {
  /** As `--faults` takes it. */
  readonly name: string;
  readonly expected: string;
  readonly limits: Limits;
  /** Breaks it, and returns once it is as broken as it is to be. */
  make(stage: Stage): Promise<Heal>;
}

export const NOTHING_TO_HEAL: Heal = async () => {};

/** A leader may be missed for so long: writers half a minute, readers ten seconds. */
export const LEADER_LIMITS: Limits = { writesMs: 30_000, readsMs: 10_000 };
/** Of what is replaced only after Patroni's ttl, no one knows any sooner that it is down. */
export const SILENT_LEADER_LIMITS: Limits = { writesMs: 30_000, readsMs: 30_000 };
/** A node that dies takes what it was doing along; the others serve. */
export const NODE_LIMITS: Limits = { writesMs: 10_000, readsMs: 10_000 };
/** Nothing that a client notices. */
export const UNNOTICED: Limits = { writesMs: 0, readsMs: 0 };
