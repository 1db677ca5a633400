/**
 * How a call fails. `error_500`: an error of the server, without an effect. `garbage`: 200 with an unreadable body, after the effect.
 * `endless`: a response that never ends, after the effect. `drop`: the connection is cut, before the request has had its effect or after
 * it. `hang`: silence until the switch is turned back; a call without an effect is then cut off, one with an effect gets its response.
 */
export const CALL_FAULTS = [
  'none',
  'error_500',
  'garbage',
  'endless',
  'drop',
  'drop_after_effect',
  'hang',
  'hang_after_effect',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/**
 * What happens to the provider's notification to the gateway. `before` and `after`: before and after the customer, or the caller, gets the
 * result. `late`: a minute later. `held` and `reversed`: held back until they are released, in order or the newest first. `forged`: signed
 * with another secret.
 */
export type Report = 'before' | 'after' | 'twice' | 'late' | 'held' | 'reversed' | 'forged' | 'never';

/** How often the customer's browser comes back with the result. */
export const RETURNS = ['once', 'twice', 'never'] as const;
