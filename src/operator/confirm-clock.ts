import type { Actor } from '../domain/actor.ts';

export interface ConfirmDeps {
  /** Who says so. */
  readonly actor: Actor;
  /** Of the store's clock: accepts it as it is, in this actor's name. */
  readonly confirm: (actor: Actor) => Promise<number>;
}

/** Says that the clock is right as it is now, for every process on this store. Returns that time, microseconds since 1970. */
export function confirmClock({ confirm, actor }: ConfirmDeps): Promise<number> {
  return confirm(actor);
}
