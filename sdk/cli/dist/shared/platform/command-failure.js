export class CommandFailure extends Error {
                    name = 'CommandFailure';
           exitCode        ;

  constructor(message        , { exitCode = 1, ...options }                                       = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
