import { type DeepPartial, EntityId, type ID, Money, VendureEntity } from '@vendure/core';
import { Column, Entity, Index } from 'typeorm';

/**
 * The status of an attempt to pay, as far as the shop knows.
 *
 * - `new`: requested from the gateway, and the response is not known
 * - `open`: the customer can pay
 * - `failed`: nothing was paid, and nothing will be
 * - `settled`: paid, and added to the order
 * - `review`: paid, but it does not fit the order; a person has to decide
 */
export type RecordState = 'new' | 'open' | 'failed' | 'settled' | 'review';

/**
 * One attempt to pay an order. It is written before the request to the gateway, so that no payment is unknown here; an order may have several. It becomes
 * `settled` by one guarded statement, in the transaction that adds the payment to the order.
 */
@Entity()
export class PeyePaymentRecord extends VendureEntity {
  constructor(input?: DeepPartial<PeyePaymentRecord>) {
    super(input);
  }

  /** Sent to the gateway, and back in the return address: the order's code and random digits. Anyone who has it may query this payment's state. */
  @Index({ unique: true })
  @Column()
  reference: string;

  /** The gateway's; null until its response is known. */
  @Index({ unique: true })
  @Column({ type: 'varchar', nullable: true })
  transactionId: string | null;

  @Index()
  @EntityId()
  orderId: ID;

  @EntityId()
  channelId: ID;

  /** The payment method whose key made it: it is read with that key. */
  @EntityId()
  paymentMethodId: ID;

  /** What was left to pay of the order, in minor units of its currency. */
  @Money()
  amount: number;

  @Column()
  currency: string;

  /** What the customer is charged, a decimal; another currency than the order's where dollars were converted. */
  @Column({ type: 'varchar', nullable: true })
  chargedAmount: string | null;

  @Column({ type: 'varchar', nullable: true })
  chargedCurrency: string | null;

  @Column({ type: 'varchar', nullable: true, length: 2000 })
  paymentUrl: string | null;

  @Column({ type: 'varchar', default: 'new' })
  state: RecordState;

  /** Why it is `failed` or in `review`. */
  @Column({ type: 'varchar', nullable: true, length: 1000 })
  reason: string | null;

  /** The time of the last check with the provider, for a customer who waits or by the scheduled task; long ago until then. */
  @Column({ type: Date })
  checkedAt: Date;

  /** Written by every transaction that settles a payment of the order: the first holds the others back. */
  @Column({ default: 0 })
  lockCount: number;
}
