import type { Observation } from '../checker/history.ts';
import type { Disk } from '../world/disk.ts';
import type { WireFaults } from '../world/network.ts';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { GatewayNode } from './gateway-node.ts';

const US = 1_000_000;
const MINUTE_US = 60 * US;

/** Labels of events at which a process has most likely done only a part of its work. */
const DELICATE = /write is over|insert is over|statement|answer of|request to/;

/** The faults of a run. The seed decides what fails, and when. */
export class Troubles {
  /** The current faults on the way to the provider, and to receivers. */
  provider: WireFaults | undefined;
  receivers: WireFaults | undefined;
  readonly hasClockSteps: boolean;
  /** Cards have their own faults, because a seed has few charges, and they seldom coincide with the faults above. */
  readonly #cards: WireFaults | undefined;
  #isHealed = false;
  #hasSteppedFar = false;
  #delicateCrashes: number;
  readonly #world: World;
  readonly #nodes: readonly GatewayNode[];
  readonly #disk: Disk;
  readonly #record: (observation: Observation) => void;
  readonly #random: Random;

  constructor(world: World, nodes: readonly GatewayNode[], disk: Disk, record: (observation: Observation) => void) {
    this.#world = world;
    this.#nodes = nodes;
    this.#disk = disk;
    this.#record = record;
    this.#random = world.random.fork('troubles');
    const cards = world.random.fork('troubles of cards');
    this.#cards = cards.percent(40)
      ? { refused: 0, lostOnTheWay: cards.between(0, 20), answerLost: cards.between(10, 50), slow: 10 }
      : undefined;
    this.hasClockSteps = this.#random.percent(25);
    this.#delicateCrashes = this.#random.percent(60) ? this.#random.between(1, 3) : 0;
  }

  /** The current faults on the way to the provider that charges cards. */
  get cards(): WireFaults | undefined {
    return this.provider ?? (this.#isHealed ? undefined : this.#cards);
  }

  /** Plans all faults within this time. */
  plan(lengthUs: number): void {
    const random = this.#random;
    const at = () => random.between(US, lengthUs);
    const times = (most: number, run: () => void) => {
      for (let count = random.between(0, most); count > 0; count--)
        this.#world.after(at(), 'trouble', () => this.#if(run));
    };
    times(2, () => this.crash(random.pick(this.#nodes)));
    times(2, () => this.#standStill(random.pick(this.#nodes)));
    times(2, () => this.#breakDisk());
    times(3, () => this.#breakWire('provider'));
    times(2, () => this.#breakWire('receivers'));
    if (this.hasClockSteps) times(3, () => this.#stepClock());
    this.#world.onEvent = (label) => this.#perhapsCrash(label);
  }

  /** Ends all faults, and starts all processes. */
  heal(): void {
    this.#isHealed = true;
    this.#world.onEvent = undefined;
    this.provider = undefined;
    this.receivers = undefined;
    this.#disk.faults = undefined;
    for (const node of this.#nodes) node.start();
  }

  /** A process dies, and is started again a while later. */
  crash(node: GatewayNode): void {
    if (!node.life) return;
    this.#record({ kind: 'fault', what: 'crash', node: node.name });
    node.crash();
    this.restart(node);
  }

  restart(node: GatewayNode): void {
    this.#world.afterIn(undefined, this.#random.between(200, 20_000) * 1000, `${node.name} starts`, () => {
      this.#record({ kind: 'fault', what: 'start', node: node.name });
      node.start();
    });
  }

  #if(run: () => void): void {
    if (!this.#isHealed) run();
  }

  #perhapsCrash(label: string): void {
    if (this.#delicateCrashes === 0 || !DELICATE.test(label) || !this.#random.percent(0.4)) return;
    const node = this.#nodes.find(({ name }) => label.startsWith(name)) ?? this.#random.pick(this.#nodes);
    this.#delicateCrashes--;
    // Crash between two events, when no code of the process runs.
    this.#world.afterIn(undefined, 0, `${node.name} dies`, () => this.#if(() => this.crash(node)));
  }

  #standStill({ name, life }: GatewayNode): void {
    if (!life) return;
    const forUs = this.#random.percent(70) ? this.#random.between(US, 8 * US) : this.#random.between(20 * US, 100 * US);
    this.#record({ kind: 'fault', what: `stands still for ${forUs} us`, node: name });
    // A longer pause that has already started is not shortened.
    life.standsStillUntilUs = Math.max(life.standsStillUntilUs, this.#world.nowUs + forUs);
  }

  #breakDisk(): void {
    const share = () => (this.#random.percent(50) ? this.#random.between(5, 60) : 0);
    this.#disk.faults = { full: share(), failed: share(), lost: share(), slow: this.#random.percent(40) ? 15 : 0 };
    this.#record({ kind: 'fault', what: 'the disk fails', node: '' });
    this.#world.after(this.#random.between(2, 12) * US, 'the disk works', () => {
      this.#disk.faults = undefined;
    });
  }

  #breakWire(which: 'provider' | 'receivers'): void {
    const share = () => (this.#random.percent(50) ? this.#random.between(5, 50) : 0);
    const faults = { refused: share(), lostOnTheWay: share(), answerLost: share(), slow: share() };
    this[which] = faults;
    this.#world.after(this.#random.between(5, 60) * US, 'the wire works', () => {
      if (this[which] === faults) this[which] = undefined;
    });
  }

  /** Sets the machine's clock: by minutes at most once, because a clock that is set back makes payments last that much longer. */
  #stepClock(): void {
    const random = this.#random;
    const isFar = random.percent(40) && !this.#hasSteppedFar;
    this.#hasSteppedFar ||= isFar;
    const sizeUs = !isFar ? random.between(1, 55) * US : random.between(1, 59) * MINUTE_US;
    const byUs = random.percent(50) ? sizeUs : -sizeUs;
    this.#record({ kind: 'fault', what: `the clock steps by ${byUs} us`, node: '' });
    this.#world.wallOffsetUs += byUs;
  }
}
