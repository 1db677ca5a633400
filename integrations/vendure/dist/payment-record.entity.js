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
exports.PeyePaymentRecord = void 0;
const core_1 = require("@vendure/core");
const typeorm_1 = require("typeorm");
/**
 * One attempt to pay an order; an order may have several. The record is written before the request to the gateway, so that the shop knows
 * every payment. It becomes `settled` by one guarded statement, in the transaction that adds the payment to the order.
 */
let PeyePaymentRecord = class PeyePaymentRecord extends core_1.VendureEntity {
    constructor(input) {
        super(input);
    }
};
exports.PeyePaymentRecord = PeyePaymentRecord;
__decorate([
    (0, typeorm_1.Index)({ unique: true }),
    (0, typeorm_1.Column)(),
    __metadata("design:type", String)
], PeyePaymentRecord.prototype, "reference", void 0);
__decorate([
    (0, typeorm_1.Index)({ unique: true }),
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "transactionId", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "sessionId", void 0);
__decorate([
    (0, typeorm_1.Index)(),
    (0, core_1.EntityId)(),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "orderId", void 0);
__decorate([
    (0, core_1.EntityId)(),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "channelId", void 0);
__decorate([
    (0, core_1.EntityId)(),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "paymentMethodId", void 0);
__decorate([
    (0, core_1.Money)(),
    __metadata("design:type", Number)
], PeyePaymentRecord.prototype, "amount", void 0);
__decorate([
    (0, typeorm_1.Column)(),
    __metadata("design:type", String)
], PeyePaymentRecord.prototype, "currency", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "chargedAmount", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "chargedCurrency", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true, length: 2000 }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "paymentUrl", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', default: 'new' }),
    __metadata("design:type", String)
], PeyePaymentRecord.prototype, "state", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: 'varchar', nullable: true, length: 1000 }),
    __metadata("design:type", Object)
], PeyePaymentRecord.prototype, "reason", void 0);
__decorate([
    (0, typeorm_1.Column)({ type: Date }),
    __metadata("design:type", Date)
], PeyePaymentRecord.prototype, "checkedAt", void 0);
__decorate([
    (0, typeorm_1.Column)({ default: 0 }),
    __metadata("design:type", Number)
], PeyePaymentRecord.prototype, "lockCount", void 0);
__decorate([
    (0, typeorm_1.Column)({ default: 0 }),
    __metadata("design:type", Number)
], PeyePaymentRecord.prototype, "refundCount", void 0);
exports.PeyePaymentRecord = PeyePaymentRecord = __decorate([
    (0, typeorm_1.Entity)(),
    __metadata("design:paramtypes", [Object])
], PeyePaymentRecord);
