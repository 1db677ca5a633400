import type { World } from './world.ts';

/** The machine's clocks, as a process reads them. */
export function timeOf(world: World) {
  const boot = { id: 'the-machine', running: () => Math.floor(world.elapsedMs() * 1000) };
  return { wall: () => world.wallUs(), elapsed: () => world.elapsedMs() * 1000, boot };
}
