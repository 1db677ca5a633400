import { type DeepPartial, EntityId, type ID, Money, VendureEntity } from '@vendure/core';
import { Column, Entity, Index } from 'typeorm';

/**
 * The status of an attempt to pay, as far as the shop knows.
 *
 * - `new`: requested from the gateway, whose response is not known
 * - `open`: the customer can pay
 * - `failed`: nothing was paid, and nothing will be
 * - `settled`: paid, and added to the order
 * - `review`: paid, but it does not fit the order; a person has to decide
 */
export type RecordState = 'new' | 'open' | 'failed' | 'settled' | 'review';

/**
 * One attempt to pay an order; an order may have several. The record is written before the request to the gateway, so that the shop knows
 * every payment. It becomes `settled` by one guarded statement, in the transaction that adds the payment to the order.
 */
@Entity()
export class PeyePaymentRecord extends VendureEntity {
  constructor(input?: DeepPartial<PeyePaymentRecord>) {
    super(input);
  }

  /** The order's code and random digits. The return address contains it, too. Anyone who has it may query the payment's state. */
  @Index({ unique: true })
  @Column()
  reference: string;

  /** The payment's id at the gateway; null until the gateway's response is known, or until a checkout session is paid. */
  @Index({ unique: true })
  @Column({ type: 'varchar', nullable: true })
  transactionId: string | null;

  /** The checkout session in which the customer chooses the method; null for a payment with one method. */
  @Column({ type: 'varchar', nullable: true })
  sessionId: string | null;

  @Index()
  @EntityId()
  orderId: ID;

  @EntityId()
  channelId: ID;

  /** The payment method whose key created the payment: the same key reads it. */
  @EntityId()
  paymentMethodId: ID;

  /** The amount that was left to pay of the order, in minor units of its currency. */
  @Money()
  amount: number;

  @Column()
  currency: string;

  /**
   * The amount that the customer is charged, a decimal; null until a checkout session is paid. Its currency is not the order's where dollars
   * were converted.
   */
  @Column({ type: 'varchar', nullable: true })
  chargedAmount: string | null;

  @Column({ type: 'varchar', nullable: true })
  chargedCurrency: string | null;

  @Column({ type: 'varchar', nullable: true, length: 2000 })
  paymentUrl: string | null;

  @Column({ type: 'varchar', default: 'new' })
  state: RecordState;

  /** Why the record is in the state `failed` or `review`. */
  @Column({ type: 'varchar', nullable: true, length: 1000 })
  reason: string | null;

  /** The time of the last check with the provider, for a customer who waits or by the scheduled task; 1970 before the first one. */
  @Column({ type: Date })
  checkedAt: Date;

  /** Written by every transaction that settles a payment of the order: the others wait until the first one ends. */
  @Column({ default: 0 })
  lockCount: number;
  /** How many refunds of the payment the shop has stored. */
  @Column({ default: 0 })
  refundCount: number;
}
