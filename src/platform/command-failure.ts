/** A command failed for a known reason. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** The exit code of the command. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
