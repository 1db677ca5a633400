/** A proof that takes too long for `npm test`: a command, and what it shows. */
export interface Proof {
  readonly name: string;
  /** What the proof shows, for readers of the report. */
  readonly shows: string;
  /** Arguments of npm. */
  readonly npm: readonly string[];
  /** About how many minutes it takes on two cores. */
  readonly minutes: number;
  /** Lines of its output that go into the report. */
  readonly lines: number;
}

/** All that `npm run prove` runs, in this order. */
export const PROOFS: readonly Proof[] = [
  { name: 'suite', shows: 'every promise of the contract, on both engines', npm: ['test'], minutes: 25, lines: 4 },
  {
    name: 'simulation',
    shows: 'two nodes, a provider, shops and faults in virtual time, each seed another run',
    npm: ['run', 'simulate', '--', '--seeds', '10000'],
    minutes: 60,
    lines: 4,
  },
  {
    name: 'sabotage',
    shows: 'each of the gateway’s safeguards removed: the simulation must turn red',
    npm: ['run', 'simulate', '--', '--sabotage', 'all', '--seeds', '300'],
    minutes: 30,
    lines: 40,
  },
  {
    name: 'plants',
    shows: 'registered bugs planted one at a time: a test of the contract row of each must turn red',
    npm: ['run', 'test:plants'],
    minutes: 15,
    lines: 40,
  },
  {
    name: 'cluster',
    shows:
      'every part of a cluster killed, frozen, cut off or filled under load; the client’s record against every book',
    npm: ['run', 'cluster'],
    minutes: 20,
    lines: 30,
  },
  {
    name: 'drills',
    shows: 'the fault behind every alert made for real, until a Prometheus sees it fire and clear',
    npm: ['run', 'drills'],
    minutes: 15,
    lines: 20,
  },
  {
    name: 'network',
    shows: 'slow, broken, pipelined and endless connections, for longer than the suite does it',
    npm: ['run', 'test:hostile'],
    minutes: 15,
    lines: 4,
  },
  {
    name: 'orders',
    shows: 'ten thousand sequences of the events that a payment may see, each with the same end',
    npm: ['run', 'test:orders'],
    minutes: 30,
    lines: 4,
  },
  {
    name: 'refunds',
    shows:
      'ten thousand histories of refunds with crashes between any two steps, lost responses and restores; then each safeguard removed: a history must turn red',
    npm: ['run', 'test:refunds'],
    minutes: 30,
    lines: 45,
  },
  {
    name: 'checkout',
    shows:
      'ten thousand histories of checkout sessions with concurrent customers and nodes, late money and crashes; then each safeguard removed: a history must turn red',
    npm: ['run', 'test:checkout'],
    minutes: 30,
    lines: 20,
  },
  {
    name: 'soak',
    shows: 'an hour of constant load: memory, handles, lag, and nothing lost',
    npm: ['run', 'bench:soak', '--', '--minutes', '60'],
    minutes: 130,
    lines: 30,
  },
];
