/** Returns a function that binds others to `parts`. Each of those is loaded at its first call: a start and most commands need none. */
export function wiring<Parts>(parts: Parts) {
  return <Given extends unknown[], Result>(
    load: () => Promise<(parts: Parts, ...given: Given) => Result | Promise<Result>>,
  ) =>
    async (...given: Given): Promise<Result> =>
      (await load())(parts, ...given);
}
