import type { Engine } from '../support/engines.ts';
import type { Stage } from './stage.ts';

/** A fault that is injected for real, so that its alert can be seen. */
export interface Drill {
  readonly alert: string;
  /** A description of the fault, for readers of the report. */
  readonly fault: string;
  readonly engine?: Engine;
  /** Settings of the drill's gateways. */
  readonly settings?: Record<string, string>;
  /** How many times shorter the rule's times are; 60 by default. */
  readonly scale?: number;
  /** The reason why the fault cannot be injected here; undefined when it can. */
  readonly cannot?: () => string | undefined;
  /** Starts gateways in a healthy state. Returns a function that injects the fault, and returns the function that repairs it. */
  readonly prepare: (stage: Stage) => Promise<() => Promise<() => Promise<unknown>>>;
}
