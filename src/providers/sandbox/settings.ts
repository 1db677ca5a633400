export interface SandboxSettings {
  /** After how many seconds a test payment completes by itself; null when it never does. */
  readonly autoCompleteSeconds: number | null;
  readonly expirySeconds: number;
}
