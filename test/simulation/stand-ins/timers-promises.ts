/** Pauses in virtual time. */
function pause<T>(ms: number, value?: T): Promise<T | undefined> {
  return new Promise((done) => setTimeout(() => done(value), ms));
}

function round(): Promise<void> {
  return new Promise((done) => setImmediate(() => done()));
}

export { pause as setTimeout, round as setImmediate };
