"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.PaymentRecordsService = void 0;
const node_crypto_1 = require("node:crypto");
const common_1 = require("@nestjs/common");
const core_1 = require("@vendure/core");
const typeorm_1 = require("typeorm");
const payment_record_entity_1 = require("./payment-record.entity");
const payment_settings_1 = require("./payment-settings");
/** States whose outcome the gateway has not reported. */
const UNDECIDED = ['new', 'open'];
/** For each state the states that may become it. A late payment counts even after `failed`, and `settled` is final. */
const BEFORE = {
    open: UNDECIDED,
    failed: UNDECIDED,
    review: [...UNDECIDED, 'failed'],
    settled: [...UNDECIDED, 'failed', 'review'],
};
/** Reads and writes the shop's records of its payments at the gateway. */
let PaymentRecordsService = class PaymentRecordsService {
    constructor(connection, contexts, channels) {
        this.connection = connection;
        this.contexts = contexts;
        this.channels = channels;
    }
    /** Records that a request to the gateway follows. Committed when this returns, unless `ctx` is in a transaction. */
    add(ctx, order, method, amount) {
        return this.connection.getRepository(ctx, payment_record_entity_1.PeyePaymentRecord).save(new payment_record_entity_1.PeyePaymentRecord({
            reference: `${order.code}-${(0, node_crypto_1.randomBytes)(6).toString('hex')}`,
            orderId: order.id,
            channelId: ctx.channelId,
            paymentMethodId: method.id,
            amount,
            currency: order.currencyCode,
            state: 'new',
            checkedAt: new Date(0),
        }));
    }
    /** Changes a record by one statement, if its state may become the new one. Returns whether the record was changed. */
    async change(ctx, record, changes) {
        const { affected } = await this.connection
            .getRepository(ctx, payment_record_entity_1.PeyePaymentRecord)
            .update({ id: record.id, state: (0, typeorm_1.In)(BEFORE[changes.state]) }, changes);
        return affected !== 0;
    }
    /** Blocks other settlements of this order's payments until the transaction of `ctx` ends. */
    async lockOrder(ctx, orderId) {
        await this.connection.getRepository(ctx, payment_record_entity_1.PeyePaymentRecord).increment({ orderId }, 'lockCount', 1);
    }
    /** The number of a payment's next refund, counted from 1. Other transactions that count it wait until that of `ctx` ends. */
    async nextRefund(ctx, { id }) {
        const repository = this.connection.getRepository(ctx, payment_record_entity_1.PeyePaymentRecord);
        await repository.increment({ id }, 'refundCount', 1);
        return (await repository.findOneByOrFail({ id })).refundCount;
    }
    /** Finds a record by the transaction id or the reference that a webhook names. */
    async find(ctx, keys) {
        const { reference, transactionId } = keys;
        const repository = this.connection.getRepository(ctx, payment_record_entity_1.PeyePaymentRecord);
        const byId = transactionId ? await repository.findOneBy({ transactionId }) : null;
        return byId ?? (reference ? await repository.findOneBy({ reference }) : null);
    }
    /** Records that the gateway and the provider are queried now. */
    async noteCheck({ id }) {
        await this.connection.rawConnection.getRepository(payment_record_entity_1.PeyePaymentRecord).update({ id }, { checkedAt: new Date() });
    }
    /** Payments of an order that the customer may still pay, oldest first. */
    undecidedOf(ctx, orderId) {
        return this.connection
            .getRepository(ctx, payment_record_entity_1.PeyePaymentRecord)
            .find({ where: { orderId, state: (0, typeorm_1.In)(UNDECIDED) }, order: { id: 'ASC' } });
    }
    /** Undecided payments of all orders that were created after `since`, those first whose last check is longest ago. */
    undecidedSince(ctx, since, most) {
        return this.connection.getRepository(ctx, payment_record_entity_1.PeyePaymentRecord).find({
            where: { state: (0, typeorm_1.In)(UNDECIDED), createdAt: (0, typeorm_1.MoreThan)(since) },
            order: { checkedAt: 'ASC' },
            take: most,
        });
    }
    /** The payment method that created a payment, in any channel, disabled or not. Throws when the method was deleted. */
    methodOf(record) {
        return this.connection.rawConnection.getRepository(core_1.PaymentMethod).findOneByOrFail({ id: record.paymentMethodId });
    }
    /** The well-formed webhook secrets of all payment methods of this plugin whose key is of a mode. */
    async webhookSecrets(mode) {
        const methods = await this.connection.rawConnection.getRepository(core_1.PaymentMethod).find();
        const settings = methods.filter(payment_settings_1.isPeyeMethod).map(payment_settings_1.settingsOf);
        const secrets = settings.filter((each) => (0, payment_settings_1.isTestKey)(each) === (mode === 'test')).map((each) => each.webhookSecret);
        return [...new Set(secrets)].filter((secret) => /^whsec_[\w-]+$/.test(secret));
    }
    /** A context in which the shop itself acts, in the channel of a payment. */
    async contextOf(record) {
        const ctx = await this.contexts.create({ apiType: 'admin' });
        if (!record)
            return ctx;
        const channel = await this.channels.findOne(ctx, record.channelId);
        return channel ? this.contexts.create({ apiType: 'admin', channelOrToken: channel }) : ctx;
    }
};
exports.PaymentRecordsService = PaymentRecordsService;
exports.PaymentRecordsService = PaymentRecordsService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [core_1.TransactionalConnection, core_1.RequestContextService, core_1.ChannelService])
], PaymentRecordsService);
