<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 409 `payment_not_completed`: Only completed payments can be refunded. */
final class PaymentNotCompletedException extends ApiException
{
}
