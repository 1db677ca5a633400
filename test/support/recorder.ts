import assert from 'node:assert/strict';
import { type ApiResponse, type Client, paymentRequest } from './gateway.ts';

interface Recorded {
  readonly reference: string;
  readonly amount: string;
  /** The whole payment, as the acknowledgement of its completion or failure showed it. */
  finished?: object;
  /** The outcome that was requested. Without an acknowledgement it may or may not have happened. */
  asked?: 'completed' | 'failed';
}

/**
 * A merchant that continuously creates and finishes payments, and records the responses. Whatever happens to the gateway, acknowledged
 * payments must be stored afterwards. The recorder must be stopped even if the test fails, for example in `context.after`.
 */
export class Recorder {
  readonly #client: () => Client;
  readonly #payments = new Map<string, Recorded>();
  readonly #responses: ApiResponse[] = [];
  #isRunning = false;
  #running: Promise<unknown> = Promise.resolve();
  #created = 0;

  /** `client` is called for each request, because a restarted gateway may have another address. */
  constructor(client: () => Client) {
    this.#client = client;
  }

  /** How many creations and finishes were acknowledged. */
  get acknowledged(): number {
    return this.#responses.filter((response) => response.status < 300).length;
  }

  get created(): number {
    return this.#payments.size;
  }

  start(writers: number): void {
    this.#isRunning = true;
    this.#running = Promise.all(Array.from({ length: writers }, () => this.#write()));
  }

  /** Sends no other requests, and waits for those in flight. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#running;
  }

  /** The responses that are neither a success nor expected, at most five. */
  unexpected(isExpected: (status: number) => boolean): string[] {
    const responses = this.#responses.filter((response) => response.status >= 300 && !isExpected(response.status));
    return responses.slice(0, 5).map((response) => `${response.status} ${response.text}`);
  }

  /** Asserts that every acknowledged payment is stored as it was acknowledged. Returns their number. */
  async assertKept(): Promise<number> {
    for (const [id, recorded] of this.#payments) {
      const { status, json, text } = await this.#client().get(`/payments/${id}`);
      assert.equal(status, 200, `${id} was acknowledged: ${text}`);
      const payment = json.data;
      assert.equal(payment.reference, recorded.reference);
      assert.equal(payment.amount, recorded.amount);
      if (recorded.finished) assert.deepEqual(payment, recorded.finished);
      else
        assert.ok(payment.status === 'processing' || payment.status === recorded.asked, `${id} is ${payment.status}`);
    }
    return this.#payments.size;
  }

  async #write(): Promise<void> {
    while (this.#isRunning) {
      const number = ++this.#created;
      const reference = `recorded-${number}`;
      const created = await this.#send((api) =>
        api.post('/payments', paymentRequest({ reference, amount: 100 + (number % 900) })),
      );
      if (created?.status !== 201) continue;
      const id = created.json.transaction_id;
      const recorded: Recorded = { reference, amount: created.json.amount };
      this.#payments.set(id, recorded);
      if (number % 3 === 0) continue;
      const fails = number % 3 === 1;
      recorded.asked = fails ? 'failed' : 'completed';
      const finished = await this.#send((api) =>
        api.post(`/test_helpers/payments/${id}/${fails ? 'fail' : 'complete'}`),
      );
      if (finished?.status === 200) recorded.finished = finished.json.data;
    }
  }

  /** Undefined when no response came: the connection broke, or no server listened. */
  async #send(request: (api: Client) => Promise<ApiResponse>): Promise<ApiResponse | undefined> {
    try {
      const response = await request(this.#client());
      this.#responses.push(response);
      if (response.status >= 500) await new Promise((done) => setTimeout(done, 20));
      return response;
    } catch {
      await new Promise((done) => setTimeout(done, 20));
      return undefined;
    }
  }
}
