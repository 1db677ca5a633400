<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 409 `refund_exceeds_payment`: Less is left of the payment; the message states how much. */
final class RefundExceedsPaymentException extends ApiException
{
}
