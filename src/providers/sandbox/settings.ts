export interface SandboxSettings {
  /** After how long a test payment pays itself; null when it never does. */
  readonly autoCompleteSeconds: number | null;
  readonly expirySeconds: number;
}
