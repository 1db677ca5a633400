/** Something that will happen at a virtual time. */
export interface Event {
  readonly atUs: number;
  /** Decides between events of the same moment: the lowest comes first. */
  readonly order: number;
  /** The text of the event in the trace. */
  readonly label: string;
  readonly run: () => void;
  isCancelled: boolean;
}

/** A binary heap of events, the earliest first. */
export class EventQueue {
  readonly #heap: Event[] = [];

  get length(): number {
    return this.#heap.length;
  }

  push(event: Event): void {
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = event;
  }

  /** Removes and returns the earliest event; undefined if no event is left. */
  pop(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);
}
